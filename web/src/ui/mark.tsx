/** The product's mark: two knots on a line, the lower one running. */
export function Mark(props: { className?: string }) {
	return (
		<svg viewBox="0 0 20 20" fill="none" aria-hidden className={props.className ?? 'size-5'}>
			<path d="M10 6v7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
			<circle cx="10" cy="4" r="3" fill="currentColor" />
			<circle cx="10" cy="15.5" r="2.75" stroke="var(--accent)" strokeWidth="2" />
		</svg>
	)
}
