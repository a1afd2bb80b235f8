/** Addresses of remotes, as people and models see them. */
import { createHash } from 'node:crypto'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

const URL_START = /[a-z][a-z0-9+.-]*:\/\//i
const LOCAL = /^(?:[a-z]:[\\/]|[\\/.~])|^file:\/\//i

/**
 * Without passwords, and without names except those of SSH, which belong to the address (`ssh://git@…`). So are a query, a
 * fragment and words that look like a secret. Two addresses that differ in such a word are told differently.
 */
export function withoutCredentials(address: string): string {
	const open = address.replace(
		/([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/gi,
		(_, scheme: string, credentials: string) =>
			/ssh/i.test(scheme) ? `${scheme}${credentials.split(':')[0]}@` : scheme,
	)
	// A path is none of the rules' texts: any name of a folder may be long.
	if (LOCAL.test(open)) return open
	if (URL_START.test(open)) return open.replace(/[?#].*$/s, '').replace(/[^/:@]+/g, hiddenWord)
	return /^[a-z0-9+.-]+::/i.test(open) ? withoutSecrets(open) : open.replace(/[^/:@]+/g, hiddenWord)
}

/** A text of git's, with the addresses in it as {@link withoutCredentials} tells them. */
export const withCleanAddresses = (text: string): string =>
	text.replace(/[a-z0-9+.:-]{1,60}:\/\/[^\s'"<>]+/gi, withoutCredentials)

/** Words that people wrote into a repository (subjects, authors, names of branches), without what looks like a secret. */
export const shownWords = (text: string): string => withoutSecrets(withCleanAddresses(text))

/** In words of letters alone, such as the name of a game, nothing is hidden. */
function hiddenWord(word: string): string {
	if (!/\d/.test(word) || withoutSecrets(word) === word) return word
	return `(hidden ${createHash('sha256').update(word).digest('hex').slice(0, 8)})`
}

/** Transports that a push may use, by git's names, for `GIT_ALLOW_PROTOCOL`. Every other one is a program of any kind. */
export const TRANSPORTS = ['https', 'ssh', 'git', 'file'] as const

/** Whether git would use one of {@link TRANSPORTS}. A path, and `host:path` of SSH, name none. */
export function isUsable(address: string): boolean {
	const [, scheme] = /^([a-z][a-z0-9+.-]*):(?::|\/\/)/i.exec(address) ?? []
	if (scheme === undefined) return true
	const transport = /^(?:git\+ssh|ssh\+git)$/.test(scheme) ? 'ssh' : scheme
	return !address.includes('::') && (TRANSPORTS as readonly string[]).includes(transport)
}
