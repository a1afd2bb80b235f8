#nullable enable
using System;
using System.IO;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor.Windows
{
    /// <summary>The cloud project that this folder is linked with, as the relay's links.json says. Its token is not read.</summary>
    internal sealed class CloudProject
    {
        private const string FileName = "links.json";

        private CloudProject(string server, string projectId)
        {
            Server = server;
            ProjectId = projectId;
        }

        internal string Server { get; }

        internal string ProjectId { get; }

        /// <summary>The project's page.</summary>
        internal string Url => $"{Server}/p/{Uri.EscapeDataString(ProjectId)}";

        /// <summary>Returns null if the folder is not linked, or the file cannot be read.</summary>
        internal static CloudProject? Find(string home, string projectPath)
        {
            try
            {
                var file = Path.Combine(home, FileName);
                if (!File.Exists(file)) return null;
                var ignoreCase = RelayTerminal.Current != Desktop.Linux;
                foreach (var property in JObject.Parse(File.ReadAllText(file)).Properties())
                {
                    if (!IsSame(property.Name, projectPath, ignoreCase) || !(property.Value is JObject link)) continue;
                    var server = link["server"] is JValue { Value: string address } ? address.TrimEnd('/') : null;
                    var id = link["projectId"] is JValue { Value: string text } ? text : null;
                    // An address opened in a browser must be a page.
                    if (server == null || id == null || !Uri.TryCreate(server, UriKind.Absolute, out var uri)) return null;
                    return uri.Scheme == "http" || uri.Scheme == "https" ? new CloudProject(server, id) : null;
                }
                return null;
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException || e is JsonException)
            {
                return null;
            }
        }

        private static bool IsSame(string a, string b, bool ignoreCase) =>
            string.Equals(Normal(a), Normal(b), ignoreCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

        private static string Normal(string path) => path.Replace('\\', '/').TrimEnd('/');
    }
}
