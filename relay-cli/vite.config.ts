import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** One bundle with everything: the published package has no dependencies to install. */
export default defineConfig({
	build: {
		ssr: true,
		target: 'node22',
		outDir: 'dist',
		// Not minified: a stack trace a user reports must be readable, and the package stays small.
		minify: false,
		// Bundled packages require that their licences are included.
		license: { fileName: 'licenses.md' },
		rolldownOptions: {
			// A thread's program is a separate file.
			input: {
				fairlead: 'src/entry.ts',
				'search-worker': 'src/files/search/search-worker.ts',
			},
			// The one with compiled parts of its own; without it there are no terminals.
			external: [...builtinModules, /^node:/, 'bufferutil', 'utf-8-validate', '@lydell/node-pty'],
			output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
		},
	},
	// write-file-atomic is CommonJS; ES modules lack this name.
	define: { __filename: 'import.meta.filename' },
	ssr: { noExternal: true },
	// One copy, also of packages that the simulator has in another version.
	resolve: { dedupe: ['ws'] },
})
