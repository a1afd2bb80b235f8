/** `fairlead link`: this folder ↔ a cloud project. */
import type { Command } from 'commander'
import type { ProjectLink } from '../../home/links.ts'
import { decoded } from '../../proxy/proxy-environment.ts'
import { CommandError, EXIT, paint } from '../terminal.ts'
import {
	ANSWER_TIMEOUT_MS,
	baseAddress,
	checkHealth,
	parseAddress,
	requireSafeTransport,
} from './server.ts'

/** The room's automatic answer to the text `ping`: proof that the token is valid. */
const PONG = 'pong'

interface LinkOptions {
	readonly server?: string
	readonly project?: string
	readonly url?: string
	readonly token?: string
	readonly insecure?: true
	readonly check: boolean
}

export function linkCommand(program: Command): void {
	program
		.command('link')
		.description('link a folder, such as a Unity project, to a cloud project')
		.argument('[folder]', 'the folder; of a Unity project the one that contains Assets', '.')
		.option('--url <url>', 'address of the project page: https://server/p/<id>')
		.option('--server <url>', 'address of the server')
		.option('--project <id>', 'id of the project')
		.option('--token <token>', 'relay token; better: FAIRLEAD_TOKEN, or the prompt')
		.option(
			'--insecure',
			'allow http:// to another machine; others on the network can read the token',
		)
		.option('--no-check', 'do not check with the server first')
		.action(link)
}

async function link(folder: string, options: LinkOptions): Promise<void> {
	const { server, projectId, token: known } = await targetOf(options)
	const { linkableFolder } = await import('./linkable-folder.ts')
	const real = await linkableFolder(folder)
	requireSafeTransport(server, options.insecure ?? false)
	const token = options.token ?? process.env['FAIRLEAD_TOKEN'] ?? known ?? (await askToken())
	if (!/^\S{1,512}$/.test(token))
		throw new CommandError(
			'No relay token was given. Run "npm run fairlead -- login", or create one on the project page under "Connect Unity", then set FAIRLEAD_TOKEN or enter it at the prompt.',
			EXIT.usage,
		)
	const target = { server, projectId, token }
	if (options.check) {
		await checkHealth(server)
		await checkToken(target)
	}
	await linkFolder(real, target)
}

/** Stores the link and says so. */
export async function linkFolder(real: string, target: ProjectLink): Promise<void> {
	const [{ addLink }, { runningRelay }] = await Promise.all([
		import('../../home/links.ts'),
		import('../../service/running-relay.ts'),
	])
	await addLink(real, target)
	const running = await runningRelay()
	const { folderKindOnDisk } = await import('../../unity/unity-project.ts')
	const without =
		folderKindOnDisk(real) === 'plain'
			? 'It is not a Unity project: the agent works with its files, commands and Git.\n'
			: ''
	process.stdout.write(
		`${paint('green', 'Linked')} ${real} to project ${target.projectId} on ${target.server}.\n${without}${running ? 'The running relay picks it up automatically.' : 'Start the relay with "npm run fairlead -- up".'}\n`,
	)
}

/** The project, and the token of its login, if there is one. Without options: the only login. */
async function targetOf(
	options: LinkOptions,
): Promise<{ server: string; projectId: string; token?: string }> {
	const { readLogins } = await import('../../home/logins.ts')
	const logins = await readLogins()
	const { url, server, project } = options
	if (url !== undefined || server !== undefined || project !== undefined) {
		const { roomKey } = await import('../../home/links.ts')
		const target = parseTarget(options)
		const login = logins.find((one) => roomKey(one) === roomKey(target))
		return { ...target, ...(login ? { token: login.token } : {}) }
	}
	const [only, ...others] = logins
	if (only && others.length === 0) return only
	if (!only) return parseTarget(options)
	const list = logins.map((one) => `  ${one.server}/p/${one.projectId}  "${one.projectName}"`)
	throw new CommandError(`Specify one of your projects with --url:\n${list.join('\n')}`, EXIT.usage)
}

/** Server and project from `--url`, or from `--server` and `--project`. */
export function parseTarget(options: Pick<LinkOptions, 'url' | 'server' | 'project'>): {
	server: string
	projectId: string
} {
	if (options.url !== undefined) {
		const url = parseAddress(options.url)
		const found = /^(.*)\/(?:p|projects)\/([^/]+)\/?/.exec(url.pathname)
		if (!found)
			throw new CommandError('--url must look like https://server/p/<project id>.', EXIT.usage)
		return { server: `${url.origin}${found[1]}`, projectId: decoded(found[2] ?? '') }
	}
	if (options.server === undefined || options.project === undefined)
		throw new CommandError(
			'Specify the project: --url https://server/p/<id>, or --server and --project. Or run "npm run fairlead -- login" first.',
			EXIT.usage,
		)
	return { server: baseAddress(parseAddress(options.server)), projectId: options.project }
}

/** From the terminal without echo, or the first line of a pipe. */
async function askToken(): Promise<string> {
	const { createInterface } = await import('node:readline/promises')
	const { Writable } = await import('node:stream')
	const onTerminal = process.stdin.isTTY === true
	if (onTerminal) process.stderr.write('Relay token: ')
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
	const lines = createInterface({ input: process.stdin, output: silent, terminal: onTerminal })
	const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
	try {
		return (await Promise.race([lines.question(''), ended])).trim()
	} finally {
		lines.close()
		if (onTerminal) process.stderr.write('\n')
	}
}

/**
 * Opens the relay's WebSocket and closes it again. No hello is sent, so that a relay
 * that already serves the project is not disturbed.
 */
async function checkToken(target: {
	server: string
	projectId: string
	token: string
}): Promise<void> {
	const [{ endingOfUnproven, openWebSocket }, { consequenceOf }] = await Promise.all([
		import('../../link/room-socket.ts'),
		import('../../link/ending.ts'),
	])
	type Ending = Parameters<typeof consequenceOf>[0]
	const ending = await new Promise<Ending | null>((resolve) => {
		const socket = openWebSocket(target, ANSWER_TIMEOUT_MS)
		const timeout = setTimeout(() => resolve({ kind: 'silent' }), ANSWER_TIMEOUT_MS)
		const finish = (result: Ending | null): void => {
			clearTimeout(timeout)
			resolve(result)
			socket.terminate()
		}
		socket.on('unexpected-response', (_request, response) =>
			finish({ kind: 'http', status: response.statusCode ?? 0 }),
		)
		socket.on('open', () => socket.send('ping'))
		socket.on('message', (data) => {
			if (data.toString() === PONG) finish(null)
		})
		socket.on('close', (code, reason) =>
			finish({ kind: 'closed', code, reason: reason.toString() }),
		)
		socket.on('error', (error) =>
			finish(endingOfUnproven(error) ?? { kind: 'unreachable', message: error.message }),
		)
	})
	if (ending === null) return
	if (ending.kind === 'http' && ending.status === 404)
		throw new CommandError(
			`${target.server} has no project ${target.projectId}. Copy the id from the address of the project page.`,
		)
	const consequence = consequenceOf(ending)
	throw new CommandError(
		consequence.kind === 'stop' ? `${consequence.reason} ${consequence.hint}` : consequence.reason,
	)
}
