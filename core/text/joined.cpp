#include "text/joined.hpp"

namespace facevalue {

std::string joined(std::initializer_list<Part> parts) {
    std::string text;
    for (const Part& part : parts) {
        if (part.text == nullptr)
            text += std::to_string(part.number);
        else
            text.append(part.text, static_cast<std::size_t>(part.number));
    }
    return text;
}

}  // namespace facevalue
