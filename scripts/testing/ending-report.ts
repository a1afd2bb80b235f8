/**
 * Vitest's JSON report, also where vitest does not end: on a machine at a load of 14 the last file of a workerd had passed,
 * and its message that it was over never came. Then the report is written all the same, and vitest is ended.
 */
import { JsonReporter, type TestSpecification } from 'vitest/node'

/** Longer than any teardown: vitest itself gives up after ten seconds. */
const GRACE_MS = 30_000

export default class EndingReport extends JsonReporter {
	#left = 0
	#timer: NodeJS.Timeout | undefined

	onTestRunStart(files: readonly TestSpecification[]): void {
		this.#left = files.length
	}

	onTestModuleEnd(): void {
		this.#left--
		if (this.#left === 0) this.#timer = setTimeout(() => void this.#end(), GRACE_MS)
	}

	override async onTestRunEnd(...args: Parameters<JsonReporter['onTestRunEnd']>): Promise<void> {
		clearTimeout(this.#timer)
		await super.onTestRunEnd(...args)
	}

	async #end(): Promise<void> {
		const modules = this.ctx.state.getTestModules()
		console.error(
			`Vitest did not end ${GRACE_MS / 1_000} s after its last file did; its report is written, and it is ended.`,
		)
		await super.onTestRunEnd(modules)
		process.exit(modules.every((module) => module.ok()) ? 0 : 1)
	}
}
