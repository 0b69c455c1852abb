let frames = 0;

/**
 * Shows what a form's post is answered in a new frame, which takes the place of the one before when it is there: the mail does not
 * flicker while it is written, and the browser's way back stays as it was. The answer is another origin that runs nothing.
 */
export function showMail(
  host: HTMLElement,
  path: string,
  fields: Readonly<Record<string, string | boolean>>,
): void {
  const older = [...host.children];
  const frame = document.createElement('iframe');
  frames += 1;
  frame.name = `mail-preview-${frames}`;
  frame.title = 'Preview of the email';
  frame.setAttribute('sandbox', '');
  frame.className = 'mail-frame-next';
  host.append(frame);
  frame.addEventListener('load', () => {
    for (const other of older) other.remove();
    frame.className = '';
  });
  const form = formWith(fields);
  form.action = path;
  form.target = frame.name;
  document.body.append(form);
  form.submit();
  form.remove();
}

function formWith(fields: Readonly<Record<string, string | boolean>>): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    if (value === false) continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value === true ? 'on' : value;
    form.append(field);
  }
  return form;
}
