/** A server of OpenSSH on 127.0.0.1, for this process's user only, and a session in it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const SSHD = '/usr/sbin/sshd'
/** The server needs this folder when it runs as root. Debian makes it when it starts the service. */
const OF_ROOT = '/run/sshd'
const TRIES = 50

export interface SshSession {
	/** A terminal in which a command runs. */
	readonly child: ChildProcess
	close(): Promise<void>
}

/** @returns null if this computer has no server of OpenSSH */
export async function sshSession(command: string): Promise<SshSession | null> {
	if (!existsSync(SSHD)) return null
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-ssh-'))
	const key = (name: string): string => join(dir, name)
	for (const name of ['host', 'user'])
		execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key(name)])
	await writeFile(key('authorized'), await readFile(key('user.pub')), { mode: 0o600 })
	const port = await freePort()
	const config = [
		`Port ${port}`,
		'ListenAddress 127.0.0.1',
		`HostKey ${key('host')}`,
		`AuthorizedKeysFile ${key('authorized')}`,
		'StrictModes no',
		'UsePAM no',
		`PidFile ${key('pid')}`,
	]
	await writeFile(key('config'), `${config.join('\n')}\n`)
	if (process.getuid?.() === 0) await mkdir(OF_ROOT, { recursive: true, mode: 0o755 })
	const server = spawn(SSHD, ['-D', '-f', key('config')], { stdio: 'ignore' })
	await listening(port)
	const child = spawn('ssh', [
		'-tt',
		...['-p', String(port), '-i', key('user')],
		...['-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${key('known')}`],
		...['-o', 'LogLevel=ERROR', '-o', 'BatchMode=yes'],
		'127.0.0.1',
		command,
	])
	return {
		child,
		async close() {
			child.kill()
			server.kill()
			await rm(dir, { recursive: true, force: true })
		},
	}
}

async function freePort(): Promise<number> {
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	await new Promise((resolve) => server.close(resolve))
	return port
}

async function listening(port: number): Promise<void> {
	for (let n = 0; n < TRIES; n++) {
		const isOpen = await new Promise<boolean>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => resolve(true))
			socket.once('error', () => resolve(false))
			socket.once('connect', () => socket.destroy())
		})
		if (isOpen) return
		await setTimeout(100)
	}
	throw new Error('The server of OpenSSH did not start.')
}
