/** The projects that this computer has tokens of: by `login`, and by `link` with a token that somebody made on the page. */
import { type Links, type ProjectLink, readLinks, roomKey } from './links.ts'
import { type Login, readLogins } from './logins.ts'

export interface Pairing {
	readonly link: ProjectLink
	/** null if its token came with a link. */
	readonly login: Login | null
	/** Real paths of the folders that use its token. */
	readonly folders: readonly string[]
}

/** One for each token: several folders may share one. Pure. */
export function pairingsOf(links: Links, logins: readonly Login[]): Pairing[] {
	const all: ProjectLink[] = [...logins, ...Object.values(links)]
	return [...new Map(all.map((link) => [keyOf(link), link])).entries()].map(([key, link]) => ({
		link,
		login: logins.find((one) => keyOf(one) === key) ?? null,
		folders: Object.keys(links).filter((folder) => keyOf(links[folder]) === key),
	}))
}

/** @throws {UserError} when a file of them is damaged */
export async function readPairings(): Promise<Pairing[]> {
	const [links, logins] = await Promise.all([readLinks(), readLogins()])
	return pairingsOf(links, logins)
}

const keyOf = (link: ProjectLink | undefined): string =>
	link === undefined ? '' : `${roomKey(link)} ${link.token}`
