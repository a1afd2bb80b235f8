/** How each system starts the relay at login: the file it reads, and its commands. Pure. */
import { posix, win32 } from 'node:path'
import { systemProgram } from '../platform/system-program.ts'
import type { SetUpPolicy } from '../unity/set-up-policy.ts'
import { LAUNCHD_LABEL, launchdPlist } from './launchd.ts'
import { SYSTEMD_UNIT, systemdUnit } from './systemd.ts'
import { TASK_NAME, taskXml } from './task-scheduler.ts'

/** The program that is started. */
export interface ServiceProgram {
	/** Path of Node. */
	readonly node: string
	/** Options of Node, and the path of `fairlead`. */
	readonly script: readonly string[]
	readonly setUp: SetUpPolicy
	/** The relay's home folder. */
	readonly home: string
	/** Variables that it needs and a login does not set. */
	readonly env: Readonly<Record<string, string>>
}

export interface SystemFacts {
	readonly platform: NodeJS.Platform
	readonly userHome: string
	readonly userName: string
	/** null on Windows. */
	readonly uid: number | null
	readonly env: NodeJS.ProcessEnv
}

/** A program and its arguments; `mayFail`: its failure does not matter. */
export interface SystemCommand {
	readonly argv: readonly [string, ...string[]]
	readonly mayFail?: true
}

export interface ServicePlan {
	/** The name by which people of that system know it. */
	readonly name: string
	readonly file: {
		readonly path: string
		readonly text: string
		readonly encoding: 'utf8' | 'utf16le'
	}
	readonly install: readonly SystemCommand[]
	/** Run before the file is removed. */
	readonly uninstall: readonly SystemCommand[]
	readonly afterUninstall: readonly SystemCommand[]
	readonly restart: readonly SystemCommand[]
	/** Succeeds while the system will start the relay. */
	readonly status: SystemCommand
	/** False: variables must be set for the user in the system's settings. */
	readonly keepsVariables: boolean
}

/** The plan of the system; null on one that has none of the three. */
export function servicePlan(facts: SystemFacts, program: ServiceProgram): ServicePlan | null {
	switch (facts.platform) {
		case 'linux':
			return systemdPlan(facts, program)
		case 'darwin':
			return launchdPlan(facts, program)
		case 'win32':
			return taskPlan(facts, program)
		default:
			return null
	}
}

function systemdPlan({ env, userHome }: SystemFacts, program: ServiceProgram): ServicePlan {
	const folder = env['XDG_CONFIG_HOME'] || posix.join(userHome, '.config')
	const systemctl = (...args: string[]): SystemCommand => ({
		argv: ['systemctl', '--user', ...args],
	})
	return {
		name: 'systemd',
		file: {
			path: posix.join(folder, 'systemd/user', SYSTEMD_UNIT),
			text: systemdUnit(program),
			encoding: 'utf8',
		},
		install: [systemctl('daemon-reload'), systemctl('enable', '--now', SYSTEMD_UNIT)],
		uninstall: [{ ...systemctl('disable', '--now', SYSTEMD_UNIT), mayFail: true }],
		afterUninstall: [{ ...systemctl('daemon-reload'), mayFail: true }],
		restart: [systemctl('restart', SYSTEMD_UNIT)],
		status: systemctl('is-enabled', '--quiet', SYSTEMD_UNIT),
		keepsVariables: true,
	}
}

function launchdPlan({ userHome, uid }: SystemFacts, program: ServiceProgram): ServicePlan {
	const domain = `gui/${uid}`
	const path = posix.join(userHome, 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`)
	const bootout: SystemCommand = {
		argv: ['launchctl', 'bootout', `${domain}/${LAUNCHD_LABEL}`],
		mayFail: true,
	}
	return {
		name: 'launchd',
		file: { path, text: launchdPlist(program), encoding: 'utf8' },
		// A loaded agent cannot be loaded again.
		install: [bootout, { argv: ['launchctl', 'bootstrap', domain, path] }],
		uninstall: [bootout],
		afterUninstall: [],
		restart: [{ argv: ['launchctl', 'kickstart', '-k', `${domain}/${LAUNCHD_LABEL}`] }],
		status: { argv: ['launchctl', 'print', `${domain}/${LAUNCHD_LABEL}`] },
		keepsVariables: true,
	}
}

function taskPlan({ userName }: SystemFacts, program: ServiceProgram): ServicePlan {
	const path = win32.join(program.home, 'login-task.xml')
	const schtasks = systemProgram('schtasks')
	return {
		name: 'Task Scheduler',
		file: { path, text: taskXml(program, userName), encoding: 'utf16le' },
		install: [
			{ argv: [schtasks, '/Create', '/TN', TASK_NAME, '/XML', path, '/F'] },
			{ argv: [schtasks, '/Run', '/TN', TASK_NAME] },
		],
		uninstall: [{ argv: [schtasks, '/Delete', '/TN', TASK_NAME, '/F'], mayFail: true }],
		afterUninstall: [],
		restart: [{ argv: [schtasks, '/Run', '/TN', TASK_NAME] }],
		status: { argv: [schtasks, '/Query', '/TN', TASK_NAME] },
		keepsVariables: false,
	}
}
