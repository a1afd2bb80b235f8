/** `fairlead whoami`: the projects this computer is paired with. */
import type { Command } from 'commander'
import { whichHomeHere } from '../running/home-in-use.ts'
import { ago, CommandError, EXIT, paint } from '../terminal.ts'
import { reasonOf } from './server.ts'

export function whoamiCommand(program: Command): void {
	program
		.command('whoami')
		.description('show the projects this computer is paired with, and whether their tokens work')
		.option('--json', 'print JSON')
		.action(whoami)
}

/** The state of a login's token. `unknown`: the server could not be asked. */
type State = { readonly kind: 'valid' | 'revoked' } | { readonly kind: 'unknown'; why: string }

async function whoami(options: { readonly json?: true }): Promise<void> {
	const [{ readLogins }, { readOwnToken }] = await Promise.all([
		import('../../home/logins.ts'),
		import('../../requests/own-token.ts'),
	])
	const logins = await readLogins()
	const states = await Promise.all(
		logins.map(
			(login): Promise<State> =>
				readOwnToken(login).then(
					(own) => ({ kind: own === null ? 'revoked' : 'valid' }),
					(error: unknown) => ({ kind: 'unknown', why: reasonOf(error) }),
				),
		),
	)
	if (options.json) {
		const list = logins.map(({ token: _, ...shown }, i) => ({ ...shown, state: states[i]?.kind }))
		process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)
	}
	if (logins.length === 0)
		throw new CommandError(
			(await whichHomeHere()).ofStart
				? 'Only the relay of "npm start" is paired here, with its own server. To pair this computer with a project: "npm run fairlead -- login <folder> --server <url>".'
				: 'This computer is not paired with any project. Run "npm run fairlead -- login <folder> --server <url>".',
			EXIT.failed,
		)
	if (options.json) return
	const now = Date.now()
	for (const [i, { projectName, projectId, server, since }] of logins.entries()) {
		process.stdout.write(
			`"${projectName}" (${projectId}) on ${server}, paired ${ago(now - since)} ago: ${said(states[i])}\n`,
		)
	}
}

function said(state: State | undefined): string {
	switch (state?.kind) {
		case 'valid':
			return paint('green', 'the token works')
		case 'revoked':
			return `${paint('red', 'the token was revoked')}. Run "npm run fairlead -- login" again.`
		default:
			return paint('yellow', `the server could not be asked (${state?.why ?? 'no answer'})`)
	}
}
