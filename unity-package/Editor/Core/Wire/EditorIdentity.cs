#nullable enable
using System;
using System.Collections.Generic;

namespace Fairlead.Core
{
    /// <summary>The constant facts about an editor in its hello.</summary>
    public sealed class EditorIdentity
    {
        /// <summary>
        /// <paramref name="projectPath"/>: absolute path of the folder that holds Assets/.
        /// <paramref name="kind"/>: <c>unity</c>, or <c>dotnet</c> for the package hosted on plain .NET.
        /// </summary>
        /// <exception cref="ArgumentException">The path is empty, the kind another one, or there are more than 64 custom tools.</exception>
        public EditorIdentity(
            string projectPath,
            string productGuid,
            string unityVersion,
            int pid,
            string pluginVersion,
            string kind,
            IReadOnlyList<CustomTool>? customTools = null)
        {
            if (projectPath.Length == 0) throw new ArgumentException("The project path is empty.", nameof(projectPath));
            if (kind != "unity" && kind != "dotnet")
                throw new ArgumentException("The kind is unity or dotnet.", nameof(kind));
            ProjectPath = projectPath;
            ProductGuid = productGuid;
            UnityVersion = unityVersion;
            Pid = pid;
            PluginVersion = pluginVersion;
            Kind = kind;
            CustomTools = customTools ?? Array.Empty<CustomTool>();
            if (CustomTools.Count > EditorWire.MaxCustomTools)
                throw new ArgumentException($"At most {EditorWire.MaxCustomTools} custom tools.", nameof(customTools));
        }

        /// <summary>Absolute.</summary>
        public string ProjectPath { get; }

        /// <summary>PlayerSettings.productGUID as text.</summary>
        public string ProductGuid { get; }

        /// <summary>E.g. 6000.3.2f1.</summary>
        public string UnityVersion { get; }

        /// <summary>Process id of the editor.</summary>
        public int Pid { get; }

        /// <summary>Version of this package.</summary>
        public string PluginVersion { get; }

        /// <summary>unity or dotnet.</summary>
        public string Kind { get; }

        /// <summary>Tools of this project.</summary>
        public IReadOnlyList<CustomTool> CustomTools { get; }
    }
}
