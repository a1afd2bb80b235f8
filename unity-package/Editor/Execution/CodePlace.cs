#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using UnityEditor;

namespace Fairlead.Editor.Execution
{
    /// <summary>
    /// The parts of the process that running given code needs. In Unity: its own compiler, the assemblies that
    /// are loaded. The headless host of the tests, which keeps them elsewhere, gives its own.
    /// </summary>
    internal interface ICodePlace
    {
        /// <summary>Returns null if this editor brings none.</summary>
        CompilerFiles? FindCompiler();

        /// <summary>Files of the assemblies that the code may use.</summary>
        IReadOnlyList<string> References();

        /// <summary>Into this domain, where it stays until the next reload.</summary>
        Assembly Load(byte[] image, byte[] symbols);
    }

    /// <summary>Unity's editor.</summary>
    internal sealed class CodePlace : ICodePlace
    {
        public CompilerFiles? FindCompiler() => CompilerFiles.Find(EditorApplication.applicationContentsPath);

        public IReadOnlyList<string> References()
        {
            // One file per name: code that ran before is loaded too, without a file.
            var files = new Dictionary<string, string>();
            foreach (var assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                if (assembly.IsDynamic) continue;
                var file = assembly.Location;
                if (file.Length > 0 && File.Exists(file)) files[assembly.GetName().Name] = file;
            }
            // Scripts are compiled against .NET Standard, whose forwards need not be loaded.
            var facades = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location) ?? "", "Facades");
            if (Directory.Exists(facades))
                foreach (var file in Directory.GetFiles(facades, "*.dll"))
                    if (!files.ContainsKey(Path.GetFileNameWithoutExtension(file))) files[Path.GetFileNameWithoutExtension(file)] = file;
            return new List<string>(files.Values);
        }

        public Assembly Load(byte[] image, byte[] symbols) => Assembly.Load(image, symbols);
    }
}
