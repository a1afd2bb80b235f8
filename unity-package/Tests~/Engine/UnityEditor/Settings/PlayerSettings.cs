#nullable enable
using System;
using System.IO;
using System.Text.RegularExpressions;
using UnityEngine;

namespace UnityEditor
{
    public sealed partial class PlayerSettings
    {
        public static Guid productGUID
        {
            get
            {
                var file = EngineProcess.Absolute("ProjectSettings/ProjectSettings.asset");
                var match = File.Exists(file) ? Regex.Match(File.ReadAllText(file), @"productGUID:\s*([0-9a-fA-F]{32})") : Match.Empty;
                return match.Success ? Guid.ParseExact(match.Groups[1].Value, "N") : Guid.Empty;
            }
        }
    }
}
