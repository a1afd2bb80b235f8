/** This machine's start at login, for this program and home folder. */
import { execFile } from 'node:child_process'
import { access, mkdir, rm } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { SetUpPolicy } from '../unity/set-up-policy.ts'
import { Service, type SystemPorts } from './service.ts'
import { type ServiceProgram, servicePlan } from './service-plan.ts'
import { thisProgram } from './start-detached.ts'

/** systemd may wait for the relay to stop. */
const COMMAND_TIMEOUT_MS = 60_000

/** Variables of the network, which a shell sets and a login does not. */
const KEPT = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA']

export function keptVariables(env: NodeJS.ProcessEnv): Record<string, string> {
	const found = KEPT.flatMap((name) => {
		const value = env[name] ?? env[name.toLowerCase()]
		return value ? [[name, value] as const] : []
	})
	return Object.fromEntries(found)
}

/** The start at login; null on a system without a known way to start programs then. */
export function ownService(home: string, setUp: SetUpPolicy): Service | null {
	const program: ServiceProgram = {
		node: process.execPath,
		script: thisProgram(),
		setUp,
		home,
		env: keptVariables(process.env),
	}
	const { username } = userInfo()
	const facts = {
		platform: process.platform,
		userHome: homedir(),
		userName: process.env['USERDOMAIN'] ? `${process.env['USERDOMAIN']}\\${username}` : username,
		uid: process.getuid?.() ?? null,
		env: process.env,
	}
	const plan = servicePlan(facts, program)
	return plan === null ? null : new Service(plan, system)
}

const system: SystemPorts = {
	run: ([program, ...args]) =>
		new Promise((resolve) => {
			const options = { timeout: COMMAND_TIMEOUT_MS, windowsHide: true }
			execFile(program, args, options, (error, stdout, stderr) => {
				const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
				// A killed or failed program has no number either; null is only for a missing one.
				const missing = error !== null && error.code === 'ENOENT'
				resolve({ code: missing ? null : (code ?? 1), output: `${stderr}${stdout}` })
			})
		}),
	async write(path, bytes) {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 })
		// It may hold a proxy's password.
		await writeFileAtomic(path, bytes, { mode: 0o600 })
	},
	remove: (path) => rm(path, { force: true }),
	exists: (path) =>
		access(path).then(
			() => true,
			() => false,
		),
}
