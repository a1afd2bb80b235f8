/** Tasks that an MCP client offers its user by name. Pure. */

/** A `Prompt` of the MCP schema. */
export interface McpPrompt {
	readonly name: string
	readonly title: string
	readonly description: string
	readonly arguments?: readonly {
		readonly name: string
		readonly description: string
		readonly required: boolean
	}[]
}

/** A `GetPromptResult` of the MCP schema. */
export interface McpPromptResult {
	readonly description: string
	readonly messages: { role: 'user'; content: { type: 'text'; text: string } }[]
}

export type GotPrompt =
	| { readonly ok: true; readonly prompt: McpPromptResult }
	| { readonly ok: false; readonly message: string }

/** A user's words, not a document. */
const MAX_ARGUMENT_CHARS = 4_000

interface Declared extends McpPrompt {
	text(args: Readonly<Record<string, string>>): string
}

const PROMPTS: readonly Declared[] = [
	{
		name: 'fix_compile_errors',
		title: 'Fix compile errors',
		description:
			'Read the errors in the console, mend the scripts, and compile until none is left.',
		text: () =>
			'Read the errors with read_console_logs (filter "errors"). Open each named file at its line, mend the cause, then call unity_refresh: it waits until Unity has compiled. Repeat until no compile error is left, and say in a few lines what was wrong.',
	},
	{
		name: 'explain_console',
		title: 'Explain the console',
		description: 'Explains the warnings and errors in the console, the most important first.',
		text: () =>
			'Read the console with read_console_logs. Group what belongs together, explain each group in plain words with the file and line it comes from, the most important first, and propose a fix. Change nothing.',
	},
	{
		name: 'review_scene',
		title: 'Review the scene',
		description: 'Look at the open scene as a picture and as a hierarchy, and report problems.',
		text: () =>
			'Take a picture with unity_screenshot (game), read the hierarchy with unity_query, and inspect what looks wrong: missing references, objects out of view, overlapping or unlit objects, names that say nothing. Report what you found with object paths. Change nothing.',
	},
	{
		name: 'build_in_scene',
		title: 'Build in the scene',
		description:
			'Builds something that you describe in the open scene, and checks it with a picture.',
		arguments: [
			{ name: 'what', description: 'The thing to build, in your words.', required: true },
		],
		text: ({ what = '' }) =>
			`Build this in the open Unity scene: ${what}\n\nLook at the hierarchy first, prefer unity_batch for several objects, name objects clearly, and check the result with unity_screenshot. Do not save the scene unless asked.`,
	},
]

export const mcpPrompts = (): readonly McpPrompt[] =>
	PROMPTS.map(({ text: _, ...prompt }) => prompt)

export function getPrompt(name: string, args: Readonly<Record<string, string>> = {}): GotPrompt {
	const prompt = PROMPTS.find((one) => one.name === name)
	if (!prompt) {
		const known = PROMPTS.map((one) => one.name).join(', ')
		return { ok: false, message: `No prompt is named "${name}". Available prompts: ${known}.` }
	}
	const missing = prompt.arguments?.find((one) => one.required && !args[one.name]?.trim())
	if (missing) return { ok: false, message: `${name} needs "${missing.name}".` }
	const long = Object.entries(args).find(([, value]) => value.length > MAX_ARGUMENT_CHARS)
	if (long)
		return { ok: false, message: `"${long[0]}" can have at most ${MAX_ARGUMENT_CHARS} characters.` }
	const text = prompt.text(args)
	return {
		ok: true,
		prompt: {
			description: prompt.description,
			messages: [{ role: 'user', content: { type: 'text', text } }],
		},
	}
}
