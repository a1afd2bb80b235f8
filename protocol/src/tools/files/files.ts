/** File tools, run by the relay inside the linked folder, jailed by real path. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { askForSecrets } from './secret-files.ts'

/** Relative to the project folder, forward slashes. */
/** In the project folder. */
export const FilePath = z.string().min(1).max(1_000)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** The encoding, which is kept when the file is written. Absent: UTF-8 without a byte order mark. */
const Encoding = z.enum(['utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252']).optional()
export const expected_sha256 = Sha256.optional()
const dry_run = z.boolean().optional()

/** Bytes of one read or write; larger files are read by line range. */
export const MAX_FILE_BYTES = 512 * 1024

export const readFile = defineTool({
	name: 'read_file',
	title: 'Read a file',
	description: 'Read a picture, or limit lines of text from line offset.',
	runsOn: 'relay',
	shared: 'error',
	offered: 'default',
	actions: {
		run: action({
			summary: 'read',
			foundBy: 'open show look content script code',
			risk: 'read',
			input: {
				path: FilePath,
				offset: z.number().int().min(1).default(1),
				limit: z.number().int().min(1).max(2_000).default(500),
			},
			worse: (args) => askForSecrets(args.path),
			output: z.object({
				path: z.string(),
				content: z.string(),
				/** 1-based number of the first line in `content`. */
				firstLine: z.number().int().min(1),
				lineCount: z.number().int().nonnegative(),
				totalLines: z.number().int().nonnegative(),
				/** SHA-256 of the whole file. */
				sha256: Sha256,
				encoding: Encoding,
				/** The file is a picture: it is the call's attachment, and `content` is empty. */
				picture: z
					.object({
						mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
						width: z.number().int().positive(),
						height: z.number().int().positive(),
						bytes: z.number().int().positive(),
					})
					.optional(),
			}),
			examples: [
				{
					name: 'a script',
					args: { path: 'Assets/Scripts/Spin.cs' },
					result: {
						path: 'Assets/Scripts/Spin.cs',
						content: 'public class Spin {}\n',
						firstLine: 1,
						lineCount: 1,
						totalLines: 1,
						sha256: '6c4e0b6b0f7b6b6a7e0a1b3c1f1e5d5c8f6a2d4b9e8c7a6f5d4c3b2a19080706',
					},
				},
			],
		}),
	},
})

export const FileChange = z.object({
	path: z.string(),
	created: z.boolean(),
	bytes: z.number().int().nonnegative(),
	/** SHA-256 of the file, or of what a dry run would write. */
	sha256: Sha256,
	encoding: Encoding,
	/** Nothing was written. */
	dryRun: z.literal(true).optional(),
	/** Unified diff, cut at 200 lines. */
	diff: z.string(),
})
const change = {
	path: 'Assets/Scripts/Spin.cs',
	created: true,
	bytes: 21,
	sha256: '6c4e0b6b0f7b6b6a7e0a1b3c1f1e5d5c8f6a2d4b9e8c7a6f5d4c3b2a19080706',
	diff: '@@ -0,0 +1 @@\n+public class Spin {}\n',
}

export const writeFile = defineTool({
	name: 'write_file',
	title: 'Write a file',
	description: 'Create or replace a file. Scripts: then unity_refresh, in the same answer.',
	inPlainFolder: 'Create or replace a file.',
	runsOn: 'relay',
	shared: 'result',
	offered: 'default',
	actions: {
		run: action({
			summary: 'write',
			foundBy: 'new script scripts class c# code text',
			risk: 'write',
			input: {
				path: FilePath,
				content: z
					.string()
					.max(
						MAX_FILE_BYTES,
						`It can have at most ${MAX_FILE_BYTES} characters. Write the beginning, then add the rest with append_to_file.`,
					),
				expected_sha256,
				dry_run,
			},
			changesNothing: (args) => args.dry_run === true,
			touches: (args) => [args.path],
			worse: (args) => askForSecrets(args.path),
			output: FileChange,
			// The diff of a new file repeats what the model has just written.
			brief: ({ diff, ...rest }) => (rest.created && !rest.dryRun ? rest : { ...rest, diff }),
			examples: [
				{
					name: 'a new script',
					args: { path: 'Assets/Scripts/Spin.cs', content: 'public class Spin {}\n' },
					result: change,
				},
			],
		}),
	},
})

export const editFile = defineTool({
	name: 'edit_file',
	title: 'Edit a file',
	description: 'Replace exact text that occurs once, or replace_all. All edits or none.',
	runsOn: 'relay',
	shared: 'result',
	offered: 'default',
	actions: {
		run: action({
			summary: 'edit',
			foundBy: 'change modify fix insert line lines code script scripts',
			risk: 'write',
			input: {
				path: FilePath,
				edits: z
					.array(
						z.strictObject({
							find: z.string().min(1).max(100_000),
							replace: z.string().max(100_000),
							replace_all: z.boolean().default(false),
						}),
					)
					.min(1)
					.max(50),
				expected_sha256,
				dry_run,
			},
			changesNothing: (args) => args.dry_run === true,
			touches: (args) => [args.path],
			worse: (args) => askForSecrets(args.path),
			output: FileChange.extend({ replacements: z.number().int().positive() }),
			examples: [
				{
					name: 'a semicolon',
					args: {
						path: 'Assets/Scripts/Spin.cs',
						edits: [{ find: 'speed = 90', replace: 'speed = 90;' }],
					},
					result: {
						...change,
						created: false,
						diff: '@@ -3 +3 @@\n-  speed = 90\n+  speed = 90;\n',
						replacements: 1,
					},
				},
			],
		}),
	},
})

export const listDirectory = defineTool({
	name: 'list_directory',
	title: 'List a folder',
	description: 'Files and folders, without .meta files.',
	inPlainFolder: 'Files and folders.',
	runsOn: 'relay',
	shared: 'error',
	offered: 'default',
	actions: {
		run: action({
			summary: 'list',
			foundBy: 'directory tree',
			risk: 'read',
			input: {
				path: FilePath.default('.'),
				depth: z.number().int().min(1).max(5).default(1),
				limit: z.number().int().min(1).max(1_000).default(200),
			},
			output: z.object({
				path: z.string(),
				entries: z.array(
					z.object({
						path: z.string(),
						kind: z.enum(['file', 'directory', 'link']),
						bytes: z.number().int().nonnegative().optional(),
					}),
				),
				truncated: z.boolean(),
				/** Left out because .gitignore names them; a folder of them is listed by its path. */
				ignored: z.number().int().positive().optional(),
			}),
			examples: [
				{
					name: 'scripts',
					args: { path: 'Assets/Scripts' },
					result: {
						path: 'Assets/Scripts',
						entries: [{ path: 'Assets/Scripts/Spin.cs', kind: 'file', bytes: 21 }],
						truncated: false,
					},
				},
			],
		}),
	},
})
