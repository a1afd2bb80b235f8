/** `fairlead logout`: revokes this computer's token of a project, and forgets it. */
import type { Command } from 'commander'
import type { Pairing } from '../../home/pairings.ts'
import { CommandError, EXIT, paint } from '../terminal.ts'
import { reasonOf } from './server.ts'

interface LogoutOptions {
	readonly project?: string
	readonly all?: true
}

export function logoutCommand(program: Command): void {
	program
		.command('logout')
		.description("revoke this computer's token of a project, and unlink its folders")
		.option('--project <id>', 'the project, if this computer is paired with several')
		.option('--all', 'every project')
		.action(logout)
}

async function logout(options: LogoutOptions): Promise<void> {
	const [
		{ readPairings },
		{ removeLogin },
		{ removeLink, roomKey },
		{ readOwnToken, revokeOwnToken },
	] = await Promise.all([
		import('../../home/pairings.ts'),
		import('../../home/logins.ts'),
		import('../../home/links.ts'),
		import('../../requests/own-token.ts'),
	])
	for (const { link, login, folders } of chosen(await readPairings(), options, roomKey)) {
		// The token of a link was made on the page, and may be in use on other computers.
		const ended = await (login ? revokeOwnToken(link) : isRevoked(readOwnToken(link))).then(
			(revoked): Ended => (revoked === false ? { kind: 'in-use' } : { kind: 'revoked' }),
			(error: unknown): Ended => ({ kind: 'unknown', why: reasonOf(error) }),
		)
		for (const folder of folders) {
			await removeLink(folder)
			process.stdout.write(`Unlinked ${folder}.\n`)
		}
		if (login) await removeLogin(login)
		process.stdout.write(`${said({ link, login, folders }, ended)}\n`)
	}
}

/** The state of a token after this. `unknown`: the server could not be asked. */
type Ended = { readonly kind: 'revoked' | 'in-use' } | { readonly kind: 'unknown'; why: string }

const isRevoked = async (reading: Promise<unknown>): Promise<boolean> => (await reading) === null

function said(pairing: Pairing, ended: Ended): string {
	const { server } = pairing.link
	const project = nameOf(pairing)
	const out = `${paint('green', 'Logged out')} of ${project} on ${server}.`
	switch (ended.kind) {
		case 'revoked':
			return `${out} Its token is revoked.`
		case 'in-use':
			return `${out} Its token was made on the page, and other computers may use it. Revoke it on the project's settings page if none does.`
		case 'unknown':
			return `Forgot the token of ${project}, but ${server} could not be asked to revoke it (${ended.why}). Revoke it on the project's settings page.`
		default:
			return ended satisfies never
	}
}

const nameOf = ({ link, login }: Pairing): string =>
	login ? `"${login.projectName}"` : link.projectId

/** All tokens of one project, or of all. Without options, those by `login` come first. */
function chosen(
	pairings: readonly Pairing[],
	{ project, all }: LogoutOptions,
	roomKey: (link: Pairing['link']) => string,
): readonly Pairing[] {
	if (pairings.length === 0)
		throw new CommandError('This computer is not paired with any project.', EXIT.failed)
	if (all) return pairings
	const logins = pairings.filter(({ login }) => login !== null)
	const found =
		project === undefined
			? logins.length > 0
				? logins
				: pairings
			: pairings.filter(({ link }) => link.projectId === project)
	if (new Set(found.map(({ link }) => roomKey(link))).size === 1) return found
	const list = pairings.map(
		(one) => `  ${one.link.projectId}  ${nameOf(one)} on ${one.link.server}`,
	)
	throw new CommandError(
		`${found.length === 0 ? `This computer is not paired with ${project}` : 'Specify one with --project, or use --all'}:\n${list.join('\n')}`,
		EXIT.usage,
	)
}
