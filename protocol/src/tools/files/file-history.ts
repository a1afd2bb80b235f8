import * as z from 'zod'
import { FileReason } from '../../view/file-reason.ts'
import { CallId } from '../../wire/calls.ts'
import { action, defineTool } from '../define-tool.ts'

/** Calls one request may name: more than those of a run. */
const MAX_CALLS = 2_000
/** Paths one answer may hold. */
const MAX_ITEMS = 1_000

const call_ids = z.array(CallId).min(1).max(MAX_CALLS)
const Path = z.string().min(1).max(1_000)

const FileItem = z.object({
	/** Relative to the project folder, forward slashes. A file's `.meta` goes with it and is not listed. */
	path: Path,
	kind: z.enum(['file', 'folder']),
	/** restore: its earlier content · recreate: it was deleted or moved away · trash: it was created, and is moved to the trash. */
	change: z.enum(['restore', 'recreate', 'trash']),
	reason: z.optional(FileReason),
})

export const FilePreviewItem = FileItem.extend({
	/** unchanged: it is already as before. */
	state: z.enum(['ready', 'conflict', 'impossible', 'unchanged']),
	/** The current state: SHA-256, `folder` or `absent`. Sent back to overwrite exactly this. */
	seen: z.string().max(64),
	/** The changes that reverting a text file would make, as a unified diff cut at 100 lines. */
	diff: z.string().optional(),
})
export type FilePreviewItem = z.infer<typeof FilePreviewItem>

export const FileResultItem = FileItem.extend({
	state: z.enum(['reverted', 'skipped', 'impossible', 'unchanged']),
})
export type FileResultItem = z.infer<typeof FileResultItem>

const script = { path: 'Assets/Scripts/Spin.cs', kind: 'file', change: 'trash' } as const

export const fileHistory = defineTool({
	name: 'file_history',
	title: 'Files before and after',
	description: 'Looks up and restores the earlier contents of files that given calls changed.',
	runsOn: 'relay',
	shared: 'line',
	offered: 'never',
	actions: {
		preview: action({
			summary: 'what would be put back',
			risk: 'read',
			input: { call_ids },
			output: z.object({
				items: z.array(FilePreviewItem).max(MAX_ITEMS),
				/** True if there are more paths than listed; a revert includes all. */
				truncated: z.boolean(),
			}),
			examples: [
				{
					name: 'a script of the run, changed since',
					args: { action: 'preview', call_ids: ['run_01.1.0'] },
					result: {
						items: [
							{
								...script,
								state: 'conflict',
								reason: 'changed',
								seen: '6c4e0b6b0f7b6b6a7e0a1b3c1f1e5d5c8f6a2d4b9e8c7a6f5d4c3b2a19080706',
							},
						],
						truncated: false,
					},
				},
			],
		}),
		revert: action({
			summary: 'put back',
			risk: 'write',
			/** A repeated call id continues where it was interrupted. */
			replay: 'safe',
			timeoutMs: 600_000,
			input: {
				call_ids,
				skip: z.array(Path).max(MAX_ITEMS).default([]),
				/** Conflicts to overwrite if they are still as previewed; all others are skipped. */
				overwrite: z
					.array(z.strictObject({ path: Path, seen: z.string().max(64) }))
					.max(MAX_ITEMS)
					.default([]),
			},
			output: z.object({
				items: z.array(FileResultItem).max(MAX_ITEMS),
				truncated: z.boolean(),
				/** Something below Assets/ or Packages/ was changed: the editor has to import it. */
				refresh: z.boolean(),
			}),
			examples: [
				{
					name: 'a new script goes to the trash',
					args: { action: 'revert', call_ids: ['run_01.1.0'] },
					result: { items: [{ ...script, state: 'reverted' }], truncated: false, refresh: true },
				},
			],
		}),
	},
})
