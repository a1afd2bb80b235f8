import { describe, expect, it } from 'vitest'
import { keptVariables } from './own-service.ts'
import { type CommandResult, Service, type SystemPorts } from './service.ts'
import {
	type ServicePlan,
	type ServiceProgram,
	type SystemFacts,
	servicePlan,
} from './service-plan.ts'
import { windowsArgument } from './task-scheduler.ts'

const PROGRAM: ServiceProgram = {
	node: '/opt/node 24/bin/node',
	script: ['--max-old-space-size=200', '/home/ada/100% "mine"/$HOME/main.ts'],
	setUp: 'never',
	home: '/home/ada/.fairlead',
	env: { HTTPS_PROXY: 'http://ada:p%40ss@proxy.example:8080' },
}
const FACTS: SystemFacts = {
	platform: 'linux',
	userHome: '/home/ada',
	userName: 'ada',
	uid: 501,
	env: {},
}
const planFor = (platform: NodeJS.Platform, facts: Partial<SystemFacts> = {}): ServicePlan => {
	const plan = servicePlan({ ...FACTS, platform, ...facts }, PROGRAM)
	if (plan === null) throw new Error('no plan')
	return plan
}

describe('the unit of systemd', () => {
	const { file, install } = planFor('linux')

	it('runs this program, whatever its path contains', () => {
		expect(file.path).toBe('/home/ada/.config/systemd/user/fairlead.service')
		expect(file.text).toContain(
			'ExecStart="/opt/node 24/bin/node" "--max-old-space-size=200" "/home/ada/100%% \\"mine\\"/$$HOME/main.ts" "up" "--background" "service" "--setup" "never"\n',
		)
		expect(file.text).toContain('Environment="HTTPS_PROXY=http://ada:p%%40ss@proxy.example:8080"\n')
		expect(file.text).toContain('Environment="FAIRLEAD_HOME=/home/ada/.fairlead"\n')
	})

	it('restarts a relay that crashed, but not one that was stopped or found another one running', () => {
		expect(file.text).toMatch(/^Restart=on-failure$/m)
		expect(file.text).toMatch(/^RestartPreventExitStatus=4$/m)
	})

	it('is enabled for this user', () => {
		expect(install.map(({ argv }) => argv.join(' '))).toEqual([
			'systemctl --user daemon-reload',
			'systemctl --user enable --now fairlead.service',
		])
		const elsewhere = planFor('linux', { env: { XDG_CONFIG_HOME: '/cfg' } })
		expect(elsewhere.file.path).toBe('/cfg/systemd/user/fairlead.service')
	})
})

describe('the agent of launchd', () => {
	const plan = servicePlan(
		{ ...FACTS, platform: 'darwin', userHome: '/Users/ada' },
		{ ...PROGRAM, script: ['/Users/ada/R&D <1>/main.ts'] },
	)
	it('runs this program at login, and again after a crash', () => {
		expect(plan?.file.path).toBe('/Users/ada/Library/LaunchAgents/com.fairlead.relay.plist')
		expect(plan?.file.text).toContain('<string>/Users/ada/R&amp;D &lt;1&gt;/main.ts</string>')
		expect(plan?.file.text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/)
		expect(plan?.file.text).toMatch(/<string>--setup<\/string>\s*<string>never<\/string>/)
		expect(plan?.file.text).toMatch(/<key>RunAtLoad<\/key>\s*<true\/>/)
	})

	it('replaces one that is loaded', () => {
		expect(plan?.install.map(({ argv }) => argv.slice(0, 2).join(' '))).toEqual([
			'launchctl bootout',
			'launchctl bootstrap',
		])
		expect(plan?.install[1]?.argv[2]).toBe('gui/501')
	})
})

describe('the task of Windows', () => {
	const plan = servicePlan(
		{ ...FACTS, platform: 'win32', uid: null, userName: 'DESK\\Ada & Co' },
		{
			...PROGRAM,
			node: 'C:\\Program Files\\nodejs\\node.exe',
			script: ['C:\\R&D dir\\'],
			home: 'C:\\Users\\ada\\.fairlead',
		},
	)
	it('runs this program when this user logs in, without a window and without a time limit for the relay', () => {
		expect(plan?.file.path).toBe('C:\\Users\\ada\\.fairlead\\login-task.xml')
		expect(plan?.file.text).toContain('<Command>C:\\Program Files\\nodejs\\node.exe</Command>')
		expect(plan?.file.text).toContain(
			'<Arguments>&quot;C:\\R&amp;D dir\\\\&quot; up --detach --setup never</Arguments>',
		)
		expect(plan?.file.text.match(/<UserId>DESK\\Ada &amp; Co<\/UserId>/g)).toHaveLength(2)
		expect(plan?.file.text).toContain('<RunLevel>LeastPrivilege</RunLevel>')
	})

	it('is told in the encoding that its schtasks reads', async () => {
		const system = new FakeSystem()
		await new Service(plan ?? planFor('linux'), system).install()
		const [bytes] = system.files.values()
		expect([...(bytes?.subarray(0, 2) ?? [])]).toEqual([0xff, 0xfe])
		expect(bytes?.toString('utf16le')).toContain('encoding="UTF-16"?>\r\n<Task')
	})

	it.each([
		['plain', 'plain'],
		['two words', '"two words"'],
		['', '""'],
		['a "quoted" word', '"a \\"quoted\\" word"'],
		['C:\\a b\\', '"C:\\a b\\\\"'],
		['C:\\a\\b', 'C:\\a\\b'],
		['x\\"y', '"x\\\\\\"y"'],
	])('quotes %j as %j', (text, quoted) => {
		expect(windowsArgument(text)).toBe(quoted)
	})
})

/** Records what it is told; `answers` by the beginning of a command. */
class FakeSystem implements SystemPorts {
	readonly files = new Map<string, Buffer>()
	readonly commands: string[] = []
	answers: Record<string, CommandResult> = {}

	async run(argv: readonly string[]): Promise<CommandResult> {
		const command = argv.join(' ')
		this.commands.push(command)
		const found = Object.entries(this.answers).find(([begin]) => command.startsWith(begin))
		return found?.[1] ?? { code: 0, output: '' }
	}
	async write(path: string, bytes: Buffer): Promise<void> {
		this.files.set(path, bytes)
	}
	async remove(path: string): Promise<void> {
		this.files.delete(path)
	}
	async exists(path: string): Promise<boolean> {
		return this.files.has(path)
	}
}

describe('installing', () => {
	it('says that a system without systemd cannot, and leaves nothing behind', async () => {
		const system = new FakeSystem()
		system.answers = { systemctl: { code: null, output: '' } }
		const service = new Service(planFor('linux'), system)
		await expect(service.install()).rejects.toThrow(/no systemctl.*up --detach/)
		expect(system.files.size).toBe(0)
	})

	it('that is refused names the command and its reason, and leaves nothing behind', async () => {
		const system = new FakeSystem()
		system.answers = {
			'systemctl --user enable': { code: 1, output: 'Failed to connect to bus: No medium found\n' },
		}
		await expect(new Service(planFor('linux'), system).install()).rejects.toThrow(
			/enable --now fairlead\.service failed: Failed to connect to bus/,
		)
		expect(system.files.size).toBe(0)
	})

	it('twice is the same as once, and uninstalling removes all of it', async () => {
		const system = new FakeSystem()
		const service = new Service(planFor('linux'), system)
		await service.install()
		await service.install()
		expect(await service.state()).toBe('installed')
		system.answers = { 'systemctl --user is-enabled': { code: 1, output: '' } }
		expect(await service.state()).toBe('disabled')
		expect(await service.uninstall()).toBe(true)
		expect(system.files.size).toBe(0)
		expect(await service.state()).toBe('not-installed')
		expect(await service.uninstall()).toBe(false)
	})

	it('is unknown on other systems', () => {
		expect(servicePlan({ ...FACTS, platform: 'freebsd' }, PROGRAM)).toBeNull()
	})
})

it('the service keeps the variables of the network, which no login sets, and no others', () => {
	const env = { https_proxy: 'http://p:1', NO_PROXY: 'a', AWS_SECRET: 'x', PATH: '/bin' }
	expect(keptVariables(env)).toEqual({ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a' })
})
