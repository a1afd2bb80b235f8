/** Model output as markdown. A chunk of its own: the page's frame does not wait for it. */
import { Children, isValidElement, type ReactNode } from 'react'
import { type Components, Streamdown } from 'streamdown'
import { CodeBlock } from './code.tsx'
import { isShownPicture } from './shown-picture.ts'

const textOf = (node: ReactNode): string =>
	Children.toArray(node)
		.map((child) => {
			if (typeof child === 'string' || typeof child === 'number') return String(child)
			return isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : ''
		})
		.join('')

const languageClass = /language-(\S+)/

const COMPONENTS: Components = {
	pre: ({ children }) => {
		const code = Children.toArray(children).find((child) => isValidElement(child))
		const props = isValidElement<{ className?: string; children?: ReactNode }>(code)
			? code.props
			: { children }
		const language = languageClass.exec(props.className ?? '')?.[1] ?? ''
		return <CodeBlock source={textOf(props.children)} language={language} />
	},
	code: ({ children, className }) => (
		<code dir="ltr" className={className}>
			{children}
		</code>
	),
	a: ({ href, children }) => (
		<a href={href} target="_blank" rel="noopener noreferrer nofollow">
			{children}
		</a>
	),
	img: ({ src, alt }) =>
		isShownPicture(src) ? (
			<img src={src} alt={alt ?? ''} className="my-3 max-w-full rounded-lg" />
		) : (
			<span className="text-muted">[picture: {alt || 'not loaded'}]</span>
		),
	table: ({ children }) => (
		<div className="table-box">
			<table dir="auto">{children}</table>
		</div>
	),
	// A list runs in the direction of its text as a whole, so that its marks stand on one side. Paragraphs: markdown.css.
	h1: ({ children }) => <h3>{children}</h3>,
	h2: ({ children }) => <h4>{children}</h4>,
	h3: ({ children }) => <h5>{children}</h5>,
	h4: ({ children }) => <h6>{children}</h6>,
	ul: ({ children }) => <ul dir="auto">{children}</ul>,
	ol: ({ children, start }) => (
		<ol dir="auto" start={start}>
			{children}
		</ol>
	),
	li: ({ children }) => <li>{children}</li>,
	p: ({ children }) => <p>{children}</p>,
	blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
	hr: () => <hr />,
	strong: ({ children }) => <strong>{children}</strong>,
	thead: ({ children }) => <thead>{children}</thead>,
	tbody: ({ children }) => <tbody>{children}</tbody>,
	tr: ({ children }) => <tr>{children}</tr>,
	th: ({ children }) => <th>{children}</th>,
	td: ({ children }) => <td>{children}</td>,
}

const NO_LINK_DIALOG = { enabled: false }

export default function StreamingMarkdown(props: { text: string; streaming: boolean }) {
	return (
		<Streamdown
			mode={props.streaming ? 'streaming' : 'static'}
			components={COMPONENTS}
			controls={false}
			linkSafety={NO_LINK_DIALOG}
			className="contents"
		>
			{props.text}
		</Streamdown>
	)
}
