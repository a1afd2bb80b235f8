import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { Cursor, Limit } from '../values.ts'
import { askForSecrets } from './secret-files.ts'

/** Matching lines counted; a search that finds more says so. */
export const MAX_COUNTED_MATCHES = 1_000
/** Characters shown of a line, around its match. */
export const MAX_SHOWN_LINE = 300

const Line = z.string().max(MAX_SHOWN_LINE + 2)

export const searchFiles = defineTool({
	name: 'search_files',
	title: 'Search files',
	description:
		'Search (grep) scripts, scenes, prefabs and other text files, line by line. Ignored: what .gitignore names, Library, binary files, secrets unless path names one.',
	inPlainFolder:
		'Search (grep) the text of files by regular expression, line by line. Ignored: what .gitignore names, binary files, and those that usually hold secrets, unless path names one.',
	runsOn: 'relay',
	shared: 'error',
	offered: 'default',
	actions: {
		run: action({
			summary: 'search',
			foundBy: 'grep find text string word code function script scripts which where',
			risk: 'read',
			input: {
				regex: z.string().min(1).max(500),
				path: z.string().min(1).max(1_000).default('.').describe('file or folder'),
				glob: z.string().min(1).max(200).optional().describe('e.g. **/*.{cs,json}'),
				ignore_case: z.boolean().default(false),
				context: z.number().int().min(0).max(5).default(0).describe('lines around'),
				limit: Limit,
				cursor: Cursor.optional(),
			},
			worse: (args) => askForSecrets(args.path),
			output: z.object({
				/** Matching lines; at most {@link MAX_COUNTED_MATCHES}. */
				total: z.number().int().nonnegative(),
				/** Files with a match. */
				files: z.number().int().nonnegative(),
				searchedFiles: z.number().int().nonnegative(),
				/** Why there may be more than `total`; absent if everything was searched. */
				incomplete: z.string().optional(),
				matches: z.array(
					z.object({
						path: z.string(),
						/** 1-based. */
						line: z.number().int().min(1),
						/** 1-based column of the first match in the line. */
						column: z.number().int().min(1),
						/** A long line is cut around its match. */
						text: Line,
						before: z.array(Line).optional(),
						after: z.array(Line).optional(),
					}),
				),
				nextCursor: z.string().nullable(),
			}),
			examples: [
				{
					name: 'where a field is used',
					args: { regex: 'speed\\s*=', glob: '*.cs', context: 1 },
					result: {
						total: 1,
						files: 1,
						searchedFiles: 12,
						matches: [
							{
								path: 'Assets/Scripts/Spin.cs',
								line: 5,
								column: 18,
								text: '    public float speed = 90;',
								before: ['{'],
								after: ['    void Update()'],
							},
						],
						nextCursor: null,
					},
				},
			],
		}),
	},
})
