/** Hashes as sent in the protocols. */
import { ArgsHash, canonicalJson } from '../src/wire/calls.ts'

/** SHA-256, lower-case hex, of the text's UTF-8 bytes. */
export async function sha256(text: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return ArgsHash.parse(Buffer.from(digest).toString('hex'))
}

/** Computes a call's `argsHash`. */
export const argsHash = (call: { method: string; params: unknown }): Promise<string> =>
	sha256(canonicalJson({ method: call.method, params: call.params }))
