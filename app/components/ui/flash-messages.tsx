import { Banner } from '#app/components/ui/banner.tsx';
import type { BannerTone } from '#app/components/ui/banner.tsx';

export interface FlashMessage {
  /** Different for each message, so that a second 'Changes saved!' is shown and announced again. */
  id?: string;
  tone: BannerTone;
  text: string;
  /** Whom it is about, such as an invited address. */
  about?: string | undefined;
}

/** What the last request had to say, once. Without messages it takes no room. */
export function FlashMessages({ messages }: { messages: readonly FlashMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="stack stack-tight mb-4">
      {messages.map((message, index) => (
        <Banner key={message.id ?? `${index}${message.text}`} tone={message.tone} dismissible>
          {message.about === undefined ? message.text : `${message.text}: ${message.about}`}
        </Banner>
      ))}
    </div>
  );
}
