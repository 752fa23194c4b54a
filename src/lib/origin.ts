/** `http://localhost:5173` or `chrome-extension://<id>`: neither a path nor a pattern, and never `null`. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,30}:\/\/[A-Za-z0-9._:[\]-]{1,260}$/;

/** Whether the text is an origin as browsers write it in the header `Origin`. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text);
