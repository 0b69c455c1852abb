/** Whether something stands in a form's fields that does not stand in the page's source: entered before the page's scripts were at work, say. */
export function differsFromSource(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLSelectElement) return isChosenAnew(control);
    if (control instanceof HTMLTextAreaElement) {
      return control.value !== control.defaultValue.replaceAll(/\r\n?/g, '\n');
    }
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
    if (control.type === 'checkbox' || control.type === 'radio') {
      return control.checked !== control.defaultChecked;
    }
    return control.value !== control.defaultValue;
  });
}

/** Where no option of the source is selected, the browser shows the first. */
function isChosenAnew({ options, multiple, selectedIndex }: HTMLSelectElement): boolean {
  const all = Array.from(options);
  if (!multiple && !all.some(({ defaultSelected }) => defaultSelected)) return selectedIndex > 0;
  return all.some(({ selected, defaultSelected }) => selected !== defaultSelected);
}
