/**
 * Terminals: from a key to its echo on a page, through the room and the relay; and a program that writes as fast as it can.
 * Beside them, in the same run, the same program in a terminal of this process, and over ssh on loopback.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TerminalFollowed, TerminalOpened } from '@fairlead/protocol/agents/terminals'
import { changeSettings } from '../../../relay-cli/src/home/settings.ts'
import { loadPty } from '../../../relay-cli/src/terminals/running/pty.ts'
import { type Stack, startStack } from '../../../scripts/stack/stack.ts'
import { AgentViewer } from '../../agent-viewer.ts'
import { sshSession } from '../../loopback-ssh.ts'
import type { Row, Section } from '../../report.ts'
import { spread } from '../../stats.ts'

const SIZE = { columns: 80, rows: 24 }
/** Gives back what it gets, at once and without a line. */
const ECHO = 'stty raw -echo; echo READY; exec cat'
const WARM_UP = 50
const ROOT_SHELL = '/bin/sh'

/** One end of a terminal in which {@link ECHO} runs. */
interface Echo {
	type(data: string): void
	/** The one listener. */
	listen(heard: (data: string) => void): void
}

/** Milliseconds from each of `count` keys to its echo. */
async function echoes(end: Echo, count: number): Promise<number[]> {
	const times: number[] = []
	for (let n = 0; n < count + WARM_UP; n++) {
		const began = performance.now()
		await new Promise<void>((resolve) => {
			end.listen((data) => {
				if (data.includes('k')) resolve()
			})
			end.type('k')
		})
		if (n >= WARM_UP) times.push(performance.now() - began)
	}
	return times
}

const ready = (end: Echo): Promise<void> =>
	new Promise((resolve) => {
		let text = ''
		end.listen((data) => {
			text += data
			if (text.includes('READY')) resolve()
		})
	})

async function throughRoom(viewer: AgentViewer, count: number): Promise<number[]> {
	const { terminalId } = TerminalOpened.parse(await viewer.act({ act: 'open_shell', size: SIZE }))
	const end: Echo = {
		type: (data) => viewer.type(terminalId, data),
		listen: (heard) =>
			viewer.onOutput(({ part }) => {
				viewer.seen(terminalId, part.to)
				heard(part.data)
			}),
	}
	const isReady = ready(end)
	TerminalFollowed.parse(await viewer.act({ act: 'follow', terminalId }))
	end.type(`exec /bin/sh -c '${ECHO.replace('READY', '"READ""Y"')}'\r`)
	await isReady
	const times = await echoes(end, count)
	await viewer.act({ act: 'close', terminalId })
	return times
}

async function here(count: number): Promise<number[]> {
	const start = await loadPty()
	if (!start) throw new Error('This system has no pseudoterminals.')
	let heard: (data: string) => void = () => undefined
	const program = start(
		{ file: ROOT_SHELL, args: ['-c', ECHO], verbatim: false },
		{ cwd: tmpdir(), env: process.env, size: SIZE },
		{ data: (data) => heard(data), exit: () => undefined },
	)
	const end: Echo = {
		type: (data) => program.write(data),
		listen: (listener) => {
			heard = listener
		},
	}
	await ready(end)
	const times = await echoes(end, count)
	program.hangUp()
	return times
}

async function overSsh(count: number): Promise<number[] | null> {
	const session = await sshSession(ECHO)
	if (!session) return null
	const { stdin, stdout } = session.child
	let heard: (data: string) => void = () => undefined
	stdout?.on('data', (chunk) => heard(String(chunk)))
	const end: Echo = {
		type: (data) => stdin?.write(data),
		listen: (listener) => {
			heard = listener
		},
	}
	await ready(end)
	const times = await echoes(end, count)
	await session.close()
	return times
}

/** Milliseconds until a page that confirms all it gets has the last of so many numbered lines. */
async function flood(viewer: AgentViewer, lines: number): Promise<{ ms: number; bytes: number }> {
	const { terminalId } = TerminalOpened.parse(await viewer.act({ act: 'open_shell', size: SIZE }))
	TerminalFollowed.parse(await viewer.act({ act: 'follow', terminalId }))
	viewer.bytes = 0
	const began = performance.now()
	await new Promise<void>((resolve) => {
		viewer.onOutput(({ part }) => {
			viewer.seen(terminalId, part.to)
			if (part.data.includes('END-OF-IT')) resolve()
		})
		viewer.type(terminalId, `seq 1 ${lines}; echo END-"OF-IT"\r`)
	})
	const ms = performance.now() - began
	await viewer.act({ act: 'close', terminalId })
	return { ms, bytes: viewer.bytes }
}

async function measured(stack: Stack, quick: boolean): Promise<Section[]> {
	const count = quick ? 100 : 500
	const lines = quick ? 50_000 : 500_000
	const viewer = await AgentViewer.join(stack)
	try {
		const row = (what: string, times: readonly number[]): Row => {
			const { p50, p99, count } = spread(times)
			return { what, value: p50, p99, unit: 'ms', note: `n=${count}` }
		}
		const room = await throughRoom(viewer, count)
		const ssh = await overSsh(count)
		const bare = await here(count)
		const { ms, bytes } = await flood(viewer, lines)
		return [
			{
				title: 'A key and its echo',
				rows: [
					row('on a page, through the room and the relay', room),
					...(ssh ? [row('over ssh on loopback', ssh)] : []),
					row('in a terminal of this process', bare),
				],
			},
			{
				title: `A program that writes ${lines.toLocaleString('en-US')} numbered lines`,
				rows: [
					{ what: 'until the page has the last one', value: Math.round(ms), unit: 'ms' },
					{ what: 'sent to the page', value: bytes / 1_000, unit: 'KB' },
				],
			},
		]
	} finally {
		viewer.close()
	}
}

export async function terminals(quick: boolean, say: (text: string) => void): Promise<Section[]> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-terminals-'))
	try {
		const env = { ...process.env, SHELL: ROOT_SHELL, RATE_LIMITS: 'off' }
		const stack = await startStack({ port: 0, dir, editor: 'none', env, onStep: say })
		try {
			const folder = await realpath(stack.projectFolder)
			await changeSettings(stack.home, { agentFolders: [folder], agentTerminals: [folder] })
			return await measured(stack, quick)
		} finally {
			await stack.stop()
		}
	} finally {
		await rm(dir, { recursive: true, force: true })
	}
}
