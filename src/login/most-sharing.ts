/** A password is compared with that many users of one identifier at most. */
export const MOST_SHARING = 4;

/** The cause of what a store of credport throws where it can't say who all the users of an identifier are. */
export const TOO_MANY = "login/identifier-shared";
