"""Recognises questions in languages other than English, even very short ones."""

import re
import unicodedata

from privascope.answer.words import FUNCTION_WORDS, words_of

# Function words of other languages that hardly occur in English questions.
_FOREIGN = frozenset(
    "¿ el la los las del una uno mis tus sus mi su que qué quién quien cómo como cuánto cuanto por "
    "para datos cuenta puedo puede pueden tiene tienen ustedes usted venden vende comparten "
    "borrar eliminar guardan je tu il elle nous vous ils mes tes ses nos vos mon le les des "
    "une du est sont qui quoi comment combien pourquoi données vendez partagez puis-je supprimer "
    "compte gardez avec sans sur ich du er sie wir ihr mein meine meinen meiner dein deine euer "
    "eure der das dem ein eine einen ist sind wird werden wer wie wann warum wieso kann könnt "
    "können darf haben habt mit ohne für von nach und oder nicht daten konto verkauft verkaufen "
    "löschen gelöscht gespeichert weiter il lo gli miei mie tuoi che chi quanto perché posso "
    "può sono siete dati vendete cancellare um uma meus minhas seu seus quem quanto vocês "
    "dados vendem excluir het een de mijn jullie wie wat hoe waarom kan ik zijn gegevens verkopen "
    "jag du ni säljer vad hur moje czy jak dane".split()
)
_MOST_READ = 400
_QUESTION_WORDS = re.compile(r"[^\W\d_]+|¿", re.UNICODE)


def is_foreign(text: str) -> bool:
    """Whether a question seems not to be in English."""
    text = text[:_MOST_READ]
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return False
    latin = sum("LATIN" in unicodedata.name(character, "") for character in letters)
    if latin < len(letters) / 2:
        return True
    words = [word.lower() for word in _QUESTION_WORDS.findall(text)]
    foreign = sum(word in _FOREIGN for word in words)
    english = sum(word in FUNCTION_WORDS and word not in _FOREIGN for word in words_of(text))
    return foreign > english and foreign >= max(2, len(words) / 4)
