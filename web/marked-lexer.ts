/**
 * Leaves of `marked` only its lexer. The package is one file that makes an instance of its whole when
 * it is loaded, so that a bundler must keep parser, renderer and hooks, which the page does not use.
 */
import type { Plugin } from 'vite'

/** From the instance to the names that are exported. */
const INSTANCE = /var \w+=new \w+;function (\w+)\([\s\S]*?;\1\.parse=\1;[\s\S]*?export\{/
const EXPORTS = /export\{[^}]*?\b(\w+) as Lexer\b[^}]*\}/

export const markedLexer = (): Plugin => ({
	name: 'marked-lexer',
	transform(code, id) {
		if (!/[\\/]marked[\\/]lib[\\/]marked\.esm\.js$/.test(id)) return null
		const lexer = code.replace(INSTANCE, 'export{').replace(EXPORTS, 'export{$1 as Lexer}')
		// A new version may look different: the page would be larger, or broken.
		if (!INSTANCE.test(code) || !/export\{\w+ as Lexer\};?\s*(?:\/\/.*\s*)?$/.test(lexer)) {
			this.error('marked has another form than expected: adapt web/marked-lexer.ts.')
		}
		return { code: lexer, map: null }
	},
})
