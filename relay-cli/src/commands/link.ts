/** `fairlead link`: this Unity project folder ↔ a cloud project. */
import type { Command } from 'commander'
import { CommandError, EXIT, paint } from './terminal.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** The room's automatic answer to the text `ping`: proof that the token is valid. */
const PONG = 'pong'
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

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
		.description('link a Unity project folder to a cloud project')
		.argument('[folder]', 'the folder that contains Assets and ProjectSettings', '.')
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
	const { server, projectId } = parseTarget(options)
	const [{ realFolder }, { addLink }, { readRelayFile }] = await Promise.all([
		import('../editors/project-key.ts'),
		import('../links.ts'),
		import('../home.ts'),
	])
	const real = await realFolder(folder)
	await requireUnityProject(real)
	const { hostname, protocol } = new URL(server)
	if (protocol === 'http:' && !LOOPBACK_HOSTS.has(hostname) && !options.insecure)
		throw new CommandError(
			'http:// to another machine exposes the token to the network. Use https://, or --insecure on a network you trust.',
			EXIT.usage,
		)
	const token = options.token ?? process.env['FAIRLEAD_TOKEN'] ?? (await askToken())
	if (!/^\S{1,512}$/.test(token))
		throw new CommandError(
			'No relay token was given. Create one on the project page under "Connect Unity", then set FAIRLEAD_TOKEN or enter it at the prompt.',
			EXIT.usage,
		)
	const target = { server, projectId, token }
	if (options.check) {
		await checkHealth(server)
		await checkToken(target)
	}
	await addLink(real, target)
	const running = await readRelayFile()
	process.stdout.write(
		`${paint('green', 'Linked')} ${real} to project ${projectId} on ${server}.\n${running ? 'The running relay picks it up automatically.' : 'Start the relay with "npm run fairlead -- up".'}\n`,
	)
}

/** Server and project from `--url`, or from `--server` and `--project`. */
export function parseTarget(options: Pick<LinkOptions, 'url' | 'server' | 'project'>): {
	server: string
	projectId: string
} {
	const parse = (text: string): URL => {
		const url = URL.canParse(text) ? new URL(text) : null
		if (url === null || !/^https?:$/.test(url.protocol))
			throw new CommandError(
				`"${text}" is not an address. An address starts with https://.`,
				EXIT.usage,
			)
		if (url.username || url.password)
			throw new CommandError('The address must not contain a user name or password.', EXIT.usage)
		return url
	}
	if (options.url !== undefined) {
		const url = parse(options.url)
		const found = /^(.*)\/(?:p|projects)\/([^/]+)\/?/.exec(url.pathname)
		if (!found)
			throw new CommandError('--url must look like https://server/p/<project id>.', EXIT.usage)
		return { server: `${url.origin}${found[1]}`, projectId: decodeURIComponent(found[2] ?? '') }
	}
	if (options.server === undefined || options.project === undefined)
		throw new CommandError(
			'Specify the project: --url https://server/p/<id>, or --server and --project.',
			EXIT.usage,
		)
	const url = parse(options.server)
	return {
		server: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
		projectId: options.project,
	}
}

async function requireUnityProject(folder: string): Promise<void> {
	const { stat } = await import('node:fs/promises')
	const { join } = await import('node:path')
	const isFolder = (path: string): Promise<boolean> =>
		stat(path).then(
			(stats) => stats.isDirectory(),
			() => false,
		)
	if (!(await isFolder(folder)))
		throw new CommandError(`The folder ${folder} does not exist.`, EXIT.usage)
	for (const part of ['Assets', 'ProjectSettings'])
		if (!(await isFolder(join(folder, part))))
			throw new CommandError(
				`${folder} is not a Unity project: it has no ${part} folder. Specify the folder that contains Assets and ProjectSettings.`,
				EXIT.usage,
			)
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

async function checkHealth(server: string): Promise<void> {
	const unreachable = (why: string): CommandError =>
		new CommandError(
			`No Fairlead server could be reached at ${server}: ${why}. Check the address, or use --no-check.`,
		)
	let body: unknown
	try {
		const response = await fetch(`${server}/api/health`, {
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
			redirect: 'error',
		})
		body = await response.json()
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
		throw unreachable(cause instanceof Error ? cause.message : String(cause))
	}
	const { Health } = await import('@fairlead/protocol/http')
	if (!Health.safeParse(body).success)
		throw unreachable('/api/health returned an unexpected response')
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
	const [{ openWebSocket }, { consequenceOf }] = await Promise.all([
		import('../link/room-socket.ts'),
		import('../link/ending.ts'),
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
		socket.on('error', (error) => finish({ kind: 'unreachable', message: error.message }))
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
