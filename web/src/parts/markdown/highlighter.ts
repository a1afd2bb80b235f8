/** Code colours, loaded only when there is code to show. Colours are variables of the theme. */
import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

const theme = createCssVariablesTheme({ name: 'fairlead', variablePrefix: '--code-' })

/** Grammars the page carries; anything else is shown plain. */
const LANGUAGES = {
	csharp: () => import('shiki/langs/csharp.mjs'),
	json: () => import('shiki/langs/json.mjs'),
	hlsl: () => import('shiki/langs/hlsl.mjs'),
	xml: () => import('shiki/langs/xml.mjs'),
	yaml: () => import('shiki/langs/yaml.mjs'),
	typescript: () => import('shiki/langs/typescript.mjs'),
	javascript: () => import('shiki/langs/javascript.mjs'),
	python: () => import('shiki/langs/python.mjs'),
	shellscript: () => import('shiki/langs/shellscript.mjs'),
} as const
type Language = keyof typeof LANGUAGES

const ALIASES: Readonly<Record<string, Language>> = {
	cs: 'csharp',
	'c#': 'csharp',
	shader: 'hlsl',
	shaderlab: 'hlsl',
	cg: 'hlsl',
	glsl: 'hlsl',
	ts: 'typescript',
	tsx: 'typescript',
	js: 'javascript',
	jsx: 'javascript',
	py: 'python',
	sh: 'shellscript',
	bash: 'shellscript',
	shell: 'shellscript',
	yml: 'yaml',
	html: 'xml',
	uxml: 'xml',
	asmdef: 'json',
	unity: 'yaml',
	prefab: 'yaml',
	mat: 'yaml',
}

function languageOf(name: string): Language | null {
	const lower = name.toLowerCase()
	if (Object.hasOwn(LANGUAGES, lower)) return lower as Language
	return ALIASES[lower] ?? null
}

const core = createHighlighterCore({
	themes: [theme],
	langs: [],
	engine: createJavaScriptRegexEngine({ forgiving: true }),
})
const loaded = new Set<Language>()

/** Tokens per line; null where the language is unknown. */
export async function tokens(source: string, name: string): Promise<ThemedToken[][] | null> {
	const language = languageOf(name)
	if (language === null) return null
	const highlighter = await core
	if (!loaded.has(language)) {
		await highlighter.loadLanguage((await LANGUAGES[language]()).default)
		loaded.add(language)
	}
	return highlighter.codeToTokensBase(source, { lang: language, theme: 'fairlead' })
}
