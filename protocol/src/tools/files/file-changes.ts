/** File tools found by search: appending, moving, copying, deleting. Run by the relay, jailed like the others. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { askForDeletion } from '../unity/scene/deletions.ts'
import { expected_sha256, FileChange, FilePath, MAX_FILE_BYTES } from './files.ts'
import { askForSecrets } from './secret-files.ts'

const destination = FilePath.describe('new path, not the folder around it')
const overwrite = z.boolean().default(false).describe('replace a file that exists')

/** Whether its `.meta` went along; absent in a folder that is not a Unity project. */
const withMeta = z.boolean().optional()

const Moved = z.object({
	path: z.string(),
	/** The path before. */
	from: z.string(),
	kind: z.enum(['file', 'directory']),
	/** A file that was there is replaced. */
	replaced: z.boolean(),
})

export const appendToFile = defineTool({
	name: 'append_to_file',
	title: 'Append to a file',
	description:
		'Add text to the end of a text file, or create it. It goes right behind the last character: begin with a line break where the last line has none.',
	runsOn: 'relay',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Appending to', 'Appended to', 'append to'], rest: '{path}' } },
	actions: {
		run: action({
			summary: 'append',
			foundBy: 'add lines end of file log',
			risk: 'write',
			input: { path: FilePath, content: z.string().min(1).max(MAX_FILE_BYTES) },
			touches: (args) => [args.path],
			worse: (args) => askForSecrets(args.path),
			output: FileChange,
			brief: ({ diff: _, ...rest }) => rest,
			examples: [
				{
					name: 'a line in the notes',
					args: { path: 'NOTES.md', content: '- Spin.cs turns the cube\n' },
					result: {
						path: 'NOTES.md',
						created: false,
						bytes: 46,
						sha256: '6c4e0b6b0f7b6b6a7e0a1b3c1f1e5d5c8f6a2d4b9e8c7a6f5d4c3b2a19080706',
						diff: '@@ -1,1 +1,2 @@\n # What is where\n+- Spin.cs turns the cube\n',
					},
				},
			],
		}),
	},
})

export const moveFile = defineTool({
	name: 'move_file',
	title: 'Move a file',
	description: 'Move or rename a file or folder, with its .meta.',
	inPlainFolder: 'Move or rename a file or folder.',
	runsOn: 'relay',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Moving', 'Moved', 'move'], rest: '{from} to {to}' } },
	actions: {
		run: action({
			summary: 'move',
			foundBy: 'rename script scripts folder files copy delete',
			risk: 'write',
			timeoutMs: 60_000,
			input: { from: FilePath, to: destination, overwrite, expected_sha256 },
			touches: (args) => [args.from, args.to],
			transfer: ({ from, to }) => ({ from, to }),
			output: Moved.extend({ metaMoved: withMeta }),
			examples: [
				{
					name: 'a script to its folder',
					args: { from: 'Assets/Spin.cs', to: 'Assets/Motion/Spin.cs' },
					result: {
						path: 'Assets/Motion/Spin.cs',
						from: 'Assets/Spin.cs',
						kind: 'file',
						replaced: false,
						metaMoved: true,
					},
				},
			],
		}),
	},
})

export const copyFile = defineTool({
	name: 'copy_file',
	title: 'Copy a file',
	description: 'Copy a file or folder. Its .meta is not copied: Unity gives the copy an own GUID.',
	inPlainFolder: 'Copy a file or folder.',
	runsOn: 'relay',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Copying', 'Copied', 'copy'], rest: '{from} to {to}' } },
	actions: {
		run: action({
			summary: 'copy',
			foundBy: 'duplicate script scripts folder files move delete',
			risk: 'write',
			timeoutMs: 120_000,
			input: { from: FilePath, to: destination, overwrite, expected_sha256 },
			touches: (args) => [args.to],
			transfer: ({ from, to }) => ({ from, to }),
			output: Moved.extend({
				files: z.number().int().nonnegative(),
				/** Symbolic links, devices and folders with Fairlead's own files, which are not copied. */
				skipped: z.number().int().nonnegative(),
			}),
			examples: [
				{
					name: 'a second script',
					args: { from: 'Assets/Spin.cs', to: 'Assets/Turn.cs' },
					result: {
						path: 'Assets/Turn.cs',
						from: 'Assets/Spin.cs',
						kind: 'file',
						replaced: false,
						files: 1,
						skipped: 0,
					},
				},
			],
		}),
	},
})

export const deleteFile = defineTool({
	name: 'delete_file',
	title: 'Delete a file',
	description: "Move a file or folder, with its .meta, to the relay's trash.",
	inPlainFolder: "Move a file or folder to the relay's trash.",
	runsOn: 'relay',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Deleting', 'Deleted', 'delete'], rest: '{path}' } },
	actions: {
		run: action({
			summary: 'delete',
			foundBy: 'remove script scripts trash folder files copy move',
			risk: 'destructive',
			timeoutMs: 60_000,
			input: { path: FilePath },
			touches: (args) => [args.path],
			worse: (args) => askForDeletion(args.path),
			output: z.object({
				path: z.string(),
				kind: z.enum(['file', 'directory']),
				metaDeleted: withMeta,
			}),
			examples: [
				{
					name: 'a script',
					args: { path: 'Assets/Old.cs' },
					result: { path: 'Assets/Old.cs', kind: 'file', metaDeleted: true },
				},
			],
		}),
	},
})
