import { Panel } from '#app/components/ui/panel.tsx';

/** Name of the iframe that shows the message. Without JavaScript, the page's links target it. */
export const MESSAGE_FRAME = 'message';

/** The message as one of the recipients sees it. */
export function MessagePanel({ like, href }: { like: string; href: string }) {
  return (
    <Panel title="Message" flush>
      <iframe
        className="message-frame"
        name={MESSAGE_FRAME}
        title={`Message to ${like}`}
        src={href}
        sandbox=""
      />
    </Panel>
  );
}
