import { type RefObject, useEffect, useRef, useState } from 'react';
import { whenAtRest } from '#app/components/domain/home/at-rest.ts';
import type { Picture } from '#app/components/domain/home/picture.ts';

/**
 * Draws a picture on the canvas of `ref` when the page has come to rest: the chart library is loaded only then. `failed` where it
 * could not be loaded. The picture must stay the same object while it shows the same.
 */
export function usePicture(picture: Picture): { ref: RefObject<HTMLCanvasElement>; failed: boolean } {
  const ref = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let erase = () => {};
    let isGone = false;
    const callOff = whenAtRest(() => {
      import('#app/components/domain/home/draw-picture.ts').then(
        ({ drawPicture }) => {
          if (!isGone && ref.current !== null) erase = drawPicture(ref.current, picture);
        },
        () => setFailed(true),
      );
    });
    return () => {
      isGone = true;
      callOff();
      erase();
    };
  }, [picture]);
  return { ref, failed };
}
