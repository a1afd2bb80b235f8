import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** One bundle with everything in it: the published package has no dependencies to install. */
export default defineConfig({
	build: {
		ssr: true,
		target: 'node22',
		outDir: 'dist',
		// Not minified: a stack trace a user reports must be readable, and the package stays small.
		minify: false,
		// What is bundled asks that its licence goes with it.
		license: { fileName: 'licenses.md' },
		rolldownOptions: {
			// A thread's program is a file of its own.
			input: {
				fairlead: 'src/main.ts',
				'search-worker': 'src/files/search/search-worker.ts',
			},
			external: [...builtinModules, /^node:/, 'bufferutil', 'utf-8-validate'],
			output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
		},
	},
	// write-file-atomic is CommonJS; in a module this name does not exist.
	define: { __filename: 'import.meta.filename' },
	ssr: { noExternal: true },
	// One copy, also of what the simulator has in a version of its own.
	resolve: { dedupe: ['ws'] },
})
