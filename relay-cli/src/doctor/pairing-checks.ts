/** Checks of this computer's pairings: is each token still valid. */
import type { Check } from '@fairlead/protocol/editors/diagnosis'
import { type Links, type ProjectLink, readLinks, roomKey } from '../home/links.ts'
import { readLogins } from '../home/logins.ts'
import { pairingsOf } from '../home/pairings.ts'
import { UserError } from '../platform/user-error.ts'
import { readOwnToken } from '../requests/own-token.ts'
import { Checker } from './check.ts'
import { ANSWER_TIMEOUT_MS } from './server-checks.ts'

/** Each is one question to a server. */
const MAX_TOKENS = 32

export interface Pairings {
	/** One for each token: several folders may share one. */
	readonly tokens: readonly ProjectLink[]
	/** Real paths of the linked folders. */
	readonly folders: readonly string[]
	/** Checks of files that are damaged. */
	readonly damaged: readonly Check[]
}

/** `room`: only that project, see `roomKey`; null: all. Never throws. */
export async function readPairings(home: string, room: string | null): Promise<Pairings> {
	const damaged: Check[] = []
	const orDamaged = async <T>(reading: Promise<T>, nothing: T): Promise<T> =>
		reading.catch((error: unknown) => {
			const why = error instanceof UserError ? error.message : `A file cannot be read: ${error}.`
			const fix = 'Remove the file, then pair this computer and link its folders again.'
			damaged.push(new Checker('pairing').failed(why, fix))
			return nothing
		})
	const [links, logins] = await Promise.all([
		orDamaged<Links>(readLinks(home), {}),
		orDamaged(readLogins(home), []),
	])
	const own = pairingsOf(links, logins).filter(
		({ link }) => room === null || roomKey(link) === room,
	)
	return {
		tokens: own.map(({ link }) => link),
		folders: own.flatMap(({ folders }) => folders),
		damaged,
	}
}

export async function checkPairings({ tokens, folders, damaged }: Pairings): Promise<Check[]> {
	if (tokens.length === 0 && damaged.length === 0)
		return [
			new Checker('pairing').failed(
				'This computer is not paired with any project.',
				'Run "npm run fairlead -- login <folder> --server <url>".',
			),
		]
	const checks = await Promise.all(tokens.slice(0, MAX_TOKENS).map(checkToken))
	const unlinked =
		folders.length === 0 && damaged.length === 0
			? [
					new Checker('pairing').failed(
						'No folder is linked.',
						'Run "npm run fairlead -- link <folder>".',
					),
				]
			: []
	return [...damaged, ...checks, ...unlinked]
}

async function checkToken(link: ProjectLink): Promise<Check> {
	const check = new Checker('pairing', `${link.server}/p/${link.projectId}`)
	try {
		const own = await readOwnToken(link, ANSWER_TIMEOUT_MS)
		return own === null
			? check.failed(
					'The relay token was revoked, or the project was deleted.',
					'Run "npm run fairlead -- login <folder>" again.',
				)
			: check.ok(`Paired with "${own.projectName}" as "${own.label}".`)
	} catch {
		return check.skipped('The server could not be asked whether the token is valid.')
	}
}
