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

/** The state of a token. `unknown`: the server could not be asked. */
type State =
	| { readonly kind: 'valid'; readonly projectName: string }
	| { readonly kind: 'revoked' }
	| { readonly kind: 'unknown'; readonly why: string }

async function whoami(options: { readonly json?: true }): Promise<void> {
	const [{ readPairings }, { readOwnToken }] = await Promise.all([
		import('../../home/pairings.ts'),
		import('../../requests/own-token.ts'),
	])
	const pairings = await readPairings()
	const states = await Promise.all(
		pairings.map(
			({ link }): Promise<State> =>
				readOwnToken(link).then(
					(own) =>
						own === null ? { kind: 'revoked' } : { kind: 'valid', projectName: own.projectName },
					(error: unknown) => ({ kind: 'unknown', why: reasonOf(error) }),
				),
		),
	)
	const shown = pairings.map(({ link, login, folders }, i) => {
		const state = states[i]
		return {
			server: link.server,
			projectId: link.projectId,
			projectName: state?.kind === 'valid' ? state.projectName : (login?.projectName ?? null),
			since: login?.since ?? null,
			folders,
			state: state?.kind,
		}
	})
	if (options.json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
	if (pairings.length === 0)
		throw new CommandError(
			(await whichHomeHere()).ofStart
				? 'Only the relay of "npm start" is paired here, with its own server. To pair this computer with a project: "npm run fairlead -- login <folder> --server <url>".'
				: 'This computer is not paired with any project. Run "npm run fairlead -- login <folder> --server <url>".',
			EXIT.failed,
		)
	if (options.json) return
	const now = Date.now()
	for (const [i, { projectName, projectId, server, since, folders }] of shown.entries()) {
		const project = projectName === null ? projectId : `"${projectName}" (${projectId})`
		const how =
			since === null
				? `linked with a token (${folders.join(', ')})`
				: `paired ${ago(now - since)} ago`
		process.stdout.write(`${project} on ${server}, ${how}: ${said(states[i], since !== null)}\n`)
	}
}

function said(state: State | undefined, byLogin: boolean): string {
	switch (state?.kind) {
		case 'valid':
			return paint('green', 'the token works')
		case 'revoked':
			return `${paint('red', 'the token was revoked')}. Run "npm run fairlead -- ${byLogin ? 'login' : 'link'}" again.`
		default:
			return paint('yellow', `the server could not be asked (${state?.why ?? 'no answer'})`)
	}
}
