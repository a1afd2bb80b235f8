/** `fairlead mcp` without the command parser. */
import { whyNodeIsTooOld } from '../../platform/node-version.ts'
import { UserError } from '../../platform/user-error.ts'
import { parseMcpArgs, runMcp } from './main.ts'

const WRONG_USAGE = 2

/** Ends the process: an input that stays open must not keep it. */
export async function serveMcp(args: readonly string[]): Promise<never> {
	let code = WRONG_USAGE
	try {
		const why = whyNodeIsTooOld(process.version)
		if (why !== null) throw new UserError(why)
		code = await runMcp(parseMcpArgs(args))
	} catch (error) {
		const text =
			error instanceof UserError ? error.message : `unexpected: ${(error as Error).stack}`
		process.stderr.write(`fairlead: ${text}\n`)
	}
	await new Promise((resolve) => process.stdout.write('', resolve))
	process.exit(code)
}
