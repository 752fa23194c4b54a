/** Auth0, custom database, script «Get User»: asked before a sign-up and when a password was forgotten. */
async function getByEmail(email, callback) {
  try {
    const response = await fetch(configuration.VERIFY_URL, {
      method: "POST",
      headers: {
        authorization: `Bearer ${configuration.VERIFY_SECRET}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ action: "get_user", identifier: email }),
    });
    const answer = await response.json();
    if (response.status === 200 && answer.user_id !== undefined) return callback(null, answer);
    // A status alone may be a proxy's, and the address would be free for a sign-up.
    if (answer.reason === "unknown") return callback(null);
  } catch {
    // No answer, or none that can be read.
  }
  return callback(new Error("the old system can't be asked now"));
}
