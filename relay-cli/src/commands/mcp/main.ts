/** `fairlead mcp`: options, and the process around the pipe. Loads little; see `pipe.ts`. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fairleadHome } from '../../home/relay-file.ts'
import { findProject } from '../../mcp-server/pipe/find-project.ts'
import type { FirstAnswers } from '../../mcp-server/pipe/first-answers.ts'
import {
	PipeError,
	type PipeOptions,
	runPipe,
	type StartAlone,
} from '../../mcp-server/pipe/pipe.ts'
import { UserError } from '../../platform/user-error.ts'
import { AGENT_VARIABLE, type AllowedRisk, type McpMode } from '../../requests/wire.ts'
import { OF_START, whichHomeHere } from '../running/home-in-use.ts'

const MODES: readonly McpMode[] = ['ask', 'auto', 'read-only']
const RISKS: readonly AllowedRisk[] = ['write', 'destructive', 'execute']

/** The options as typed. */
export interface McpOptions {
	readonly project?: string | undefined
	readonly alone?: boolean | undefined
	readonly mode?: string | undefined
	readonly allow?: string | undefined
	readonly page?: boolean | undefined
	readonly local?: boolean | undefined
}

/** Without a command parser. @throws {UserError} for wrong options */
export function parseMcpArgs(args: readonly string[]): McpOptions {
	try {
		return parseArgs({
			args: [...args],
			options: {
				project: { type: 'string' },
				alone: { type: 'boolean' },
				mode: { type: 'string' },
				allow: { type: 'string' },
				page: { type: 'boolean' },
				local: { type: 'boolean' },
			},
		}).values
	} catch (error) {
		throw new UserError(`${(error as Error).message} Run "npm run fairlead -- mcp --help".`)
	}
}

/** @throws {UserError} for wrong options */
export function pipeOptions(
	{ project, alone = false, mode = 'auto', allow = '', page = false, local = false }: McpOptions,
	cwd: string,
): PipeOptions {
	const folder = findProject(project ?? cwd)
	if (project !== undefined && folder === null) throw new UserError(noProject(project))
	if (!isOneOf(MODES, mode))
		throw new UserError(`--mode can be ${MODES.join(', ')}; "${mode}" is none of them.`)
	const allowed = allow.split(',').map((one) => one.trim())
	const risks = allowed.filter((one) => one !== '')
	const wrong = risks.find((one) => !isOneOf(RISKS, one))
	if (wrong !== undefined)
		throw new UserError(
			`--allow takes ${RISKS.join(', ')}, separated by commas; "${wrong}" is none of them.`,
		)
	if (page && local)
		throw new UserError(
			'--page shows every change to the project, --local none. Choose one of them.',
		)
	return { folder, alone, mode, page, local, allow: risks.filter((one) => isOneOf(RISKS, one)) }
}

const noProject = (named: string): string =>
	existsSync(named)
		? `${named} is not in a project: neither it nor a folder above it has Assets and ProjectSettings, or is linked.`
		: `The folder ${named} does not exist.`

/** Runs until the client is gone. Resolves with the exit code. */
export async function runMcp(options: McpOptions): Promise<number> {
	const cwd = process.cwd()
	const chosen = pipeOptions(options, cwd)
	// Output of a library must not get between the protocol's messages.
	console.log = console.error
	console.info = console.error
	const say = (text: string): void => void process.stderr.write(`fairlead: ${text}\n`)
	if (chosen.folder === null)
		say(
			`${cwd} is in no Unity project and in no linked folder, so calls go to the only editor that is open. To choose one: --project <folder>.`,
		)
	try {
		const agent = process.env[AGENT_VARIABLE] || undefined
		await runPipe(
			{ ...chosen, agent },
			{
				input: process.stdin,
				output: process.stdout,
				say,
				startAlone: async (stopRequested) => {
					const { ofStart, home } = await whichHomeHere()
					if (ofStart) say(`${OF_START}. To use its editors, set FAIRLEAD_HOME=${home}.`)
					return startAlone(stopRequested)
				},
				firstAnswers,
			},
		)
		return 0
	} catch (error) {
		if (!(error instanceof PipeError)) throw error
		process.stderr.write(`fairlead: ${error.message}\n`)
		return 1
	}
}

/** Loads the answers, which are not needed while a relay is running. */
async function firstAnswers(): Promise<FirstAnswers> {
	const [{ FirstAnswers }, { default: file }] = await Promise.all([
		import('../../mcp-server/pipe/first-answers.ts'),
		import('../../mcp-server/pipe/first-answers.json', { with: { type: 'json' } }),
	])
	return new FirstAnswers(file)
}

/** Starts a relay; only this loads the relay's other parts. */
const startAlone: StartAlone = async (stopRequested) => {
	const [{ startRelay }, { RelayRunningError }, { homeProblem }] = await Promise.all([
		import('../../app/relay.ts'),
		import('../../app/relay-running-error.ts'),
		import('../../home/home-problem.ts'),
	])
	try {
		return await startRelay({ rooms: false, mode: 'client', onStopRequested: stopRequested })
	} catch (error) {
		if (error instanceof RelayRunningError) return null
		const why = homeProblem(error, fairleadHome())
		throw why === null ? error : new UserError(why)
	}
}

const isOneOf = <T extends string>(all: readonly T[], one: string): one is T =>
	(all as readonly string[]).includes(one)
