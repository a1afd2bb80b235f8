/** The error of wrangler on a machine that is not signed in, in words that fit `npm run deploy`. Pure. */

/** In a terminal that cannot be asked, without a login, with one that has ended, with a wrong token. */
const NOT_SIGNED_IN =
	/CLOUDFLARE_API_TOKEN environment variable|You must be logged in|not (?:logged in|authenticated)|Authentication error|Invalid access token|code: (?:10000|9109)\b/i

export const SIGN_IN_FIRST =
	'You are not signed in to Cloudflare. Run "npx wrangler login" first, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID), then run "npm run deploy" again. Nothing was changed.'

/** Returns null if the output says something else. Advice for options that `npm run deploy` lacks is not passed on. */
export const signInAdvice = (output: string): string | null =>
	NOT_SIGNED_IN.test(output) ? SIGN_IN_FIRST : null
