/** Installs and removes the start at login, by the plan of the system. */
import { dirname } from 'node:path'
import { UserError } from '../platform/user-error.ts'
import type { ServicePlan, SystemCommand } from './service-plan.ts'

export interface CommandResult {
	/** null if the program does not exist. */
	readonly code: number | null
	readonly output: string
}

/** The system, as this module needs it. */
export interface SystemPorts {
	run(argv: readonly [string, ...string[]]): Promise<CommandResult>
	/** Creates the folder, for this user only what is new; replaces the file. */
	write(path: string, bytes: Buffer): Promise<void>
	/** Does nothing if it is not there. */
	remove(path: string): Promise<void>
	exists(path: string): Promise<boolean>
}

export type ServiceState = 'installed' | 'not-installed' | 'disabled'

const BYTE_ORDER_MARK = '\ufeff'
const MAX_OUTPUT_CHARS = 500

export class Service {
	readonly plan: ServicePlan
	readonly #system: SystemPorts

	constructor(plan: ServicePlan, system: SystemPorts) {
		this.plan = plan
		this.#system = system
	}

	/** @throws {UserError} if the system refuses; nothing is left installed then. */
	async install(): Promise<void> {
		const { file, install } = this.plan
		await this.#system.write(file.path, encoded(file))
		try {
			for (const command of install) await this.#run(command)
		} catch (error) {
			await this.uninstall()
			throw error
		}
	}

	/** False if there was nothing to remove. */
	async uninstall(): Promise<boolean> {
		const { file, uninstall, afterUninstall } = this.plan
		const state = await this.state()
		for (const command of uninstall) await this.#run(command)
		await this.#system.remove(file.path)
		for (const command of afterUninstall) await this.#run(command)
		return state !== 'not-installed'
	}

	async state(): Promise<ServiceState> {
		const { code } = await this.#system.run(this.plan.status.argv)
		if (code === 0) return 'installed'
		return (await this.#system.exists(this.plan.file.path)) ? 'disabled' : 'not-installed'
	}

	/** @throws {UserError} if the system refuses. */
	async restart(): Promise<void> {
		for (const command of this.plan.restart) await this.#run(command)
	}

	async #run({ argv, mayFail }: SystemCommand): Promise<void> {
		const { code, output } = await this.#system.run(argv)
		if (code === 0 || mayFail) return
		throw new UserError(
			code === null
				? `This system has no ${argv[0]}, so the relay cannot be started at login by ${this.plan.name}. Add "npm run fairlead -- up --detach" to the programs that your desktop starts.`
				: `${argv.join(' ')} failed: ${output.trim().slice(0, MAX_OUTPUT_CHARS) || `exit code ${code}`}. ${dirname(this.plan.file.path)} was left as it was.`,
		)
	}
}

const encoded = ({ text, encoding }: ServicePlan['file']): Buffer =>
	encoding === 'utf16le'
		? Buffer.from(BYTE_ORDER_MARK + text.replaceAll('\n', '\r\n'), 'utf16le')
		: Buffer.from(text)
