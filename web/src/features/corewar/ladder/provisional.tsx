/** Behind a rating that is not certain yet. */
export const Provisional = () => (
	<span title="Provisional: too few battles yet" className="text-muted">
		?<span className="sr-only"> provisional</span>
	</span>
)
