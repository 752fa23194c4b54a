/**
 * The Lambda function of a user pool's trigger «Migrate user». It passes the event on and hands the answer back; an
 * error refuses the login.
 */
export async function handler(event) {
  const response = await fetch(process.env.VERIFY_URL, {
    method: "POST",
    headers: {
      authorization: `Bearer ${process.env.VERIFY_SECRET}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(event),
    // Cognito waits for five seconds.
    signal: AbortSignal.timeout(4500),
  });
  const answer = await response.json().catch(() => undefined);
  if (response.status === 200 && answer?.response !== undefined) return { ...event, response: answer.response };
  // A status alone may be a proxy's.
  const isRefused = ["wrong-password", "unknown"].includes(answer?.reason);
  throw new Error(isRefused ? "Incorrect username or password." : "The old system can't be asked now.");
}
