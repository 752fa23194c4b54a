/** A password is compared with that many users of one identifier at most. */
export const MOST_SHARING = 4;
