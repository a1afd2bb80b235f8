/** `fairlead logout`: revokes this computer's token of a project, and forgets it. */
import type { Command } from 'commander'
import type { Login } from '../../home/logins.ts'
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
	const [{ readLogins, removeLogin }, { readLinks, removeLink }, { revokeOwnToken }] =
		await Promise.all([
			import('../../home/logins.ts'),
			import('../../home/links.ts'),
			import('../../requests/own-token.ts'),
		])
	for (const login of chosen(await readLogins(), options)) {
		const failure = await revokeOwnToken(login).then(() => null, reasonOf)
		for (const [folder, { token }] of Object.entries(await readLinks())) {
			if (token !== login.token) continue
			await removeLink(folder)
			process.stdout.write(`Unlinked ${folder}.\n`)
		}
		await removeLogin(login)
		const { projectName, server } = login
		process.stdout.write(
			failure === null
				? `${paint('green', 'Logged out')} of "${projectName}" on ${server}. Its token is revoked.\n`
				: `Forgot the token of "${projectName}", but ${server} could not be asked to revoke it (${failure}). Revoke it on the project's settings page.\n`,
		)
	}
}

function chosen(logins: readonly Login[], { project, all }: LogoutOptions): readonly Login[] {
	if (logins.length === 0)
		throw new CommandError('This computer is not paired with any project.', EXIT.failed)
	if (all) return logins
	const found =
		project === undefined ? logins : logins.filter(({ projectId }) => projectId === project)
	if (found.length === 1) return found
	const list = logins.map((one) => `  ${one.projectId}  "${one.projectName}" on ${one.server}`)
	throw new CommandError(
		`${found.length === 0 ? `This computer is not paired with ${project}` : 'Specify one with --project, or use --all'}:\n${list.join('\n')}`,
		EXIT.usage,
	)
}
