/** The script of the MCP App's page, bundled from `protocol/app` into the one file that both MCP servers load. */
import { join } from 'node:path'
import { build } from 'vite'

/** Every show of the app carries it. The published client alone would take 230 KB. */
const MAX_CHARS = 10_000

export const APP_SCRIPT = 'protocol/src/mcp/app/script.json'

/** @returns a JSON text: the script. The same sources always give the same one. */
export async function appScript(): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: 'error',
		build: {
			write: false,
			target: 'es2024',
			lib: {
				entry: join(import.meta.dirname, '..', 'app', 'main.ts'),
				formats: ['iife'],
				name: 'app',
			},
		},
	})
	const [first] = Array.isArray(built) ? built : [built]
	if (!first || !('output' in first)) throw new Error('Vite has built nothing.')
	const { code } = first.output[0]
	if (code.length > MAX_CHARS) throw new Error(`The script has ${code.length} characters.`)
	// It stands in a script element.
	if (/<\/script|<!--/i.test(code)) throw new Error('The script would end its element.')
	return `${JSON.stringify(code.trim())}\n`
}
