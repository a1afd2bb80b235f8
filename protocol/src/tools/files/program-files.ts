/** Programs of every system, what a shell or a file manager starts by its name, and folders that are programs. Pure. */
export const PROGRAM = new RegExp(
	`\\.(${[
		'exe|com|bat|cmd|ps1|psm1|psd1|ps1xml|scr|pif|msi|msc|cpl|gadget|hta|vbs|vbe|jse|wsf|wsh|inf|lnk|url|reg',
		String.raw`dll|so|so\.[\d.]+|dylib|jar|sh|bash|zsh|fish|ksh|csh|tcsh|command|tool|terminal|desktop|service`,
		'applescript|scpt|scptd|app|framework|bundle|plugin|workflow',
	].join('|')})$`,
)
