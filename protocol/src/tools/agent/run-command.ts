/** Runs programs on the computer of the linked folder. The relay starts them, bounds them and ends them. */
import * as z from 'zod'
import { familyOf } from '../../commands/command-families.ts'
import { CommandHandle } from '../../commands/command-requests.ts'
import { commandText, shellText } from '../../commands/command-text.ts'
import { CommandState } from '../../commands/running-commands.ts'
import { action, defineTool } from '../define-tool.ts'
import { FilePath } from '../files/files.ts'

export const MAX_COMMAND_SECONDS = 600
/** Bytes of one command's output; a command that writes more is ended. */
export const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
/** Characters of the beginning and of the end of an output in a result. */
export const OUTPUT_HEAD = 4_000
export const OUTPUT_TAIL = 12_000
/** Bytes of one page of an output. */
export const OUTPUT_PAGE = 16_000
/** Files that a result names. */
export const MAX_CHANGED = 50
/** Room for starting and ending it, and for keeping the files it will change. */
const MARGIN_MS = 60_000

const folder = FilePath.default('.').describe('where it runs')
const timeout_seconds = z
	.number()
	.int()
	.min(1)
	.max(MAX_COMMAND_SECONDS)
	.default(120)
	.describe('then it is ended; not for background')
const background = z
	.boolean()
	.default(false)
	.describe('answer at once with a handle; it ends with the relay')
const changes = z
	.array(FilePath)
	.max(50)
	.default([])
	.describe('files and folders it will change: kept, so that a revert restores them')

const Standing = z.object({
	handle: CommandHandle,
	state: CommandState,
	/** null while it runs, and if it was ended. */
	exitCode: z.number().int().nullable(),
	/** Standard output and error as they came, without colors; secrets are hidden. */
	output: z.string(),
	outputBytes: z.number().int().nonnegative(),
})

const Ran = z.object({
	/** Says which part of `output` is missing, and how to get it. */
	note: z.string().optional(),
	...Standing.shape,
	/** The files that differ, among those it was said to change; at most {@link MAX_CHANGED}. */
	changed: z
		.array(z.object({ path: z.string(), change: z.enum(['created', 'changed', 'deleted']) }))
		.optional(),
	/** All of them, if there are more. */
	changedCount: z.number().int().positive().optional(),
})

const Page = z.object({
	note: z.string().optional(),
	...Standing.shape,
	/** The byte at which the next page begins; equal to `outputBytes` at the end. */
	nextByte: z.number().int().nonnegative(),
})

const LEAVES =
	'Changes that a command made to files it was not said to change, or outside the project, are not reverted.'

/** Paths that a revert can restore: in the background, nobody knows when the change is over. */
const touched = (args: { readonly changes: readonly string[]; readonly background: boolean }) =>
	args.background ? [] : args.changes

export const runCommand = defineTool({
	name: 'run_command',
	title: 'Run a command',
	description:
		'Run a program with its arguments in the project folder, without a shell. The user is asked unless the command is always allowed.',
	runsOn: 'relay',
	shared: 'line',
	offered: 'search',
	gist: 'npm, shell',
	actions: {
		run: action({
			summary: 'run a program',
			foundBy: 'terminal npm install build test script execute process background server',
			risk: 'execute',
			timeoutMs: MAX_COMMAND_SECONDS * 1_000 + MARGIN_MS,
			input: {
				command: z
					.array(z.string().max(2_000))
					.min(1)
					.max(64)
					.describe('program, then each argument: ["npm", "run", "build"]'),
				folder,
				timeout_seconds,
				background,
				changes,
			},
			subject: (args) => commandText(args.command, args.folder),
			wider: (args) => familyOf(args.command, args.folder),
			touches: touched,
			leaves: LEAVES,
			output: Ran,
			examples: [
				{
					name: 'a version',
					args: { action: 'run', command: ['node', '--version'] },
					result: {
						handle: 'cmd_5f2c81',
						state: 'exited',
						exitCode: 0,
						output: 'v24.4.0\n',
						outputBytes: 8,
					},
				},
			],
		}),
		shell: action({
			summary: 'a line for sh, or cmd on Windows; only for pipes and the like',
			foundBy: 'bash cmd powershell pipe',
			risk: 'execute',
			timeoutMs: MAX_COMMAND_SECONDS * 1_000 + MARGIN_MS,
			input: { line: z.string().min(1).max(8_000), folder, timeout_seconds, background, changes },
			subject: (args) => shellText(args.line, args.folder),
			touches: touched,
			leaves: LEAVES,
			output: Ran,
			examples: [
				{
					name: 'two commands',
					args: { action: 'shell', line: 'node --version && echo done' },
					result: {
						handle: 'cmd_5f2c81',
						state: 'exited',
						exitCode: 0,
						output: 'v24.4.0\ndone\n',
						outputBytes: 13,
					},
				},
			],
		}),
		output: action({
			summary: 'more of an output, or that of a background command',
			risk: 'read',
			timeoutMs: 90_000,
			input: {
				handle: CommandHandle,
				from_byte: z.number().int().nonnegative().optional().describe('default: the last page'),
				wait_seconds: z
					.number()
					.int()
					.min(0)
					.max(60)
					.default(0)
					.describe('wait at most so long for its end'),
			},
			output: Page,
			examples: [
				{
					name: 'a server in the background',
					args: { action: 'output', handle: 'cmd_5f2c81' },
					result: {
						handle: 'cmd_5f2c81',
						state: 'running',
						exitCode: null,
						output: 'Listening on 5173\n',
						outputBytes: 18,
						nextByte: 18,
					},
				},
			],
		}),
		stop: action({
			summary: 'end a background command with all that it started',
			foundBy: 'kill process',
			risk: 'write',
			unasked: true,
			input: { handle: CommandHandle },
			output: Ran,
			examples: [
				{
					name: 'a server in the background',
					args: { action: 'stop', handle: 'cmd_5f2c81' },
					result: {
						handle: 'cmd_5f2c81',
						state: 'ended',
						exitCode: null,
						output: 'Listening on 5173\n',
						outputBytes: 18,
					},
				},
			],
		}),
	},
})
