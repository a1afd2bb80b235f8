/** Programs of every system, what a shell or a file manager starts by its name, and folders that are programs. Pure. */
const PROGRAM = new RegExp(
	`\\.(${[
		'exe|com|bat|cmd|ps1|psm1|psd1|ps1xml|scr|pif|msi|msc|cpl|gadget|hta|vbs|vbe|jse|wsf|wsh|inf|lnk|url|reg',
		String.raw`dll|so|so\.[\d.]+|dylib|jar|sh|bash|zsh|fish|ksh|csh|tcsh|command|tool|terminal|desktop|service`,
		'applescript|scpt|scptd|app|framework|bundle|plugin|workflow|pkg|mpkg|prefpane|saver|action',
	].join('|')})$`,
)
/** Files that do the same when they are opened. A folder may have such a name: `Game.Application`. */
const OPENED = new RegExp(
	`\\.(${[
		// Windows: links, settings, installers, scripts of components, documents with macros.
		'settingcontent-ms|library-ms|search-ms|searchconnector-ms|scf|website|chm|theme|themepack|deskthemepack',
		'appref-ms|application|appinstaller|appx|appxbundle|msix|msixbundle|msp|mst|msu|vsix|diagcab',
		'wsc|sct|ws|shb|wsb|cdxml|psc1|xll|xla|xlam|xlsm|xlsb|xltm|docm|dotm|pptm|potm|ppsm|ppam',
		'iqy|odc|oqy|dqy|slk|ade|adp|mde|mdb|accdb|img|vhd|vhdx',
		// macOS and Linux: links, profiles, images with programs.
		'inetloc|webloc|fileloc|mobileconfig|dmg|sparseimage|iso|run|appimage|deb|rpm|flatpak|flatpakref',
		'jnlp|pyw|pyz|pyzw|unitypackage',
	].join('|')})$`,
)

/** @param segments of the path, folded */
export const isProgram = (segments: readonly string[]): boolean =>
	segments.some((segment) => PROGRAM.test(segment)) || OPENED.test(segments.at(-1) ?? '')
