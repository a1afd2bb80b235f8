import * as z from 'zod'
import { HIDDEN } from '../view/without-secrets.ts'
import { action, defineTool } from './define-tool.ts'

/** Characters of what is asked; a longer question is left to the terminal, where it is whole. */
export const MAX_PERMISSION_CHARS = 100_000
export const MAX_PERMISSION_PATH = 4_096

export const agentPermission = defineTool({
	name: 'agent_permission',
	title: "A coding agent's permission",
	labels: {
		run: { verb: ['Allowing', 'Allowed', 'allow'], rest: '{agent} to use {tool}' },
	},
	description: 'Gives a coding agent on the computer the permission that it asks for.',
	runsOn: 'relay',
	shared: 'line',
	offered: 'desk',
	actions: {
		run: action({
			summary: 'allow',
			risk: 'execute',
			input: {
				/** The name by which people know the agent: Claude Code. */
				agent: z.string().min(1).max(100),
				/** Its tool: Bash. */
				tool: z.string().min(1).max(200),
				/** All that is asked, with secrets hidden: the command, the difference of a file, the address. */
				text: z.string().min(1).max(MAX_PERMISSION_CHARS),
				/** Language of the text. */
				language: z.enum(['', 'diff']),
				/** The file that it is about. */
				path: z.string().min(1).max(MAX_PERMISSION_PATH).optional(),
				/** The session's title: its first prompt. */
				session: z.string().max(200),
				/** Its folder and computer: site on ada-laptop. Absent: from a relay that does not tell it. */
				place: z.string().min(1).max(500).optional(),
				request_id: z
					.string()
					.regex(/^ask_[0-9a-f]{16,64}$/, 'Write the id of the question that is asked.'),
			},
			output: z.object({ allowed: z.literal(true) }),
			// The same words are another program in another folder, and on another computer; and another secret would make
			// another command or file: where one is hidden, "always" covers this request only.
			subject: ({ agent, tool, text, path = text, place, request_id }) => {
				const where = place === undefined ? '' : `, ${place}`
				const what = path.includes(HIDDEN) ? `${path} (${request_id})` : path
				return `${agent}, ${tool}${where}: ${what}`
			},
			examples: [
				{
					name: 'a command',
					args: {
						agent: 'Claude Code',
						tool: 'Bash',
						text: 'npm test',
						language: '',
						session: 'Mend the door',
						place: 'site on ada-laptop',
						request_id: 'ask_0123456789abcdef',
					},
					result: { allowed: true },
				},
			],
		}),
	},
})
