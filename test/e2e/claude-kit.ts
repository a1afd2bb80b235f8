/** A stack on a computer with Claude Code (a mock), and commands of its relay. */
import { runFairlead } from '../../relay-cli/test/kit/relay-process.ts'
import { claudeEnvironment } from '../../relay-cli/test/mock-claude/program.ts'
import type { StackOptions } from '../../scripts/stack/stack.ts'
import { DEMO_ENV, type OwnStack, ownStack } from './stack-kit.ts'

export interface ClaudeStack extends OwnStack {
	/** The folder of Claude Code, without sessions at first. */
	readonly claude: string
	/** Runs a command of its relay. Resolves with the output. @throws if it fails */
	readonly fairlead: (...args: string[]) => Promise<string>
}

/** @param more may be made from the stack's folder; `env` comes on top of the demo model's and Claude Code's */
export async function claudeStack(
	more: (dir: string) => StackOptions | Promise<StackOptions> = () => ({ editor: 'none' }),
): Promise<ClaudeStack> {
	let claude = ''
	const own = await ownStack(async (dir) => {
		const computer = claudeEnvironment(dir)
		claude = computer.CLAUDE_CONFIG_DIR
		const options = await more(dir)
		return { ...options, env: { ...DEMO_ENV, ...computer, ...options.env } }
	})
	const env = { FAIRLEAD_HOME: own.stack.home, CLAUDE_CONFIG_DIR: claude }
	return {
		...own,
		claude,
		fairlead: async (...args) => {
			const { code, stdout, stderr } = await runFairlead(args, env)
			if (code !== 0) throw new Error(`fairlead ${args.join(' ')}: ${stderr}`)
			return stdout
		},
	}
}
