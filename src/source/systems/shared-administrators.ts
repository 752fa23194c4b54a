/** What applications call a table of administrators beside that of their users. */
export const ADMINISTRATORS = ["admins", "admin", "admin_users", "admin_user", "administrators"] as const;
