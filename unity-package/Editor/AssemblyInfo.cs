#nullable enable
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Fairlead.Editor.Tests")]
[assembly: InternalsVisibleTo("Fairlead.Probe")]
[assembly: InternalsVisibleTo("Fairlead.Bench")]
