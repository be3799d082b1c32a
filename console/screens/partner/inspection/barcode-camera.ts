/** Reads bar codes with the camera, in browsers that have a BarcodeDetector. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorClass = new () => Detector;

const PAUSE_MS = 250;

function findDetector(): DetectorClass | undefined {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  return BarcodeDetector;
}

/** Browsers offer the camera only on secure pages. */
export function canScan(): boolean {
  return findDetector() !== undefined && navigator.mediaDevices !== undefined;
}

interface Scan {
  readonly video: HTMLVideoElement;
  /** A code is reported again only after another one, or none, was in view. */
  onCode(code: string): void;
}

/** Returns a function that ends the scan and switches the camera off. */
export async function startScan({ video, onCode }: Scan): Promise<() => void> {
  const Detector = findDetector();
  if (Detector === undefined) throw new Error("This browser cannot read bar codes.");
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment" },
  });
  video.srcObject = stream;
  await video.play();
  const detector = new Detector();
  const state = { isOver: false, last: "" };
  void detectCodes(detector, { video, onCode }, state);
  return () => {
    state.isOver = true;
    video.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  };
}

async function detectCodes(
  detector: Detector,
  { video, onCode }: Scan,
  state: { isOver: boolean; last: string },
): Promise<void> {
  while (!state.isOver) {
    // A picture that cannot be read yet, because the camera is still starting, has no codes.
    const codes = await detector.detect(video).catch(() => []);
    const code = codes[0]?.rawValue.trim() ?? "";
    if (!state.isOver && code !== "" && code !== state.last) onCode(code);
    state.last = code;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
